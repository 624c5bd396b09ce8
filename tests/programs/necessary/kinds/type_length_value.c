//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Records of a type, a length and so many bytes: the next one is where the last one says.
#include <klee/klee.h>

void goal(void) {}

unsigned char st[256];

int main(void) {
  unsigned len;
  klee_make_symbolic(&len, sizeof len, "len");
  klee_make_symbolic(st, sizeof st, "st");
  klee_assume(len <= sizeof st);
  unsigned at = 0, total = 0, kinds = 0;
  while (at + 2 <= len) {
    unsigned t = st[at], l = st[at + 1];
    if (at + 2 + l > len) break;
    if (t == 3) kinds++;
    total += l;
    at += 2 + l;
  }
  if (kinds >= 5 && total >= 60) goal();
  return 0;
}
