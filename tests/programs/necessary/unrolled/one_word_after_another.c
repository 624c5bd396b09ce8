//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Two words in one string, the second after the first.
#include <klee/klee.h>

void goal(void) {}
char s[120];
static int at(const char*p, const char*w) {
  while (*w && *p == *w) {
    p++;
    w++;
  }
  return *w == 0;
}

int main(void) {
  klee_make_symbolic(s, sizeof s, "s");
  klee_assume(s[119] == 0);
  int st = 0;
  for (int i = 0; s[i]; i++) {
    if (st == 0 && at(s+i, "north")) st = 1;
    else if (st == 1 && at(s+i, "east")) st = 2;
  }
  if (st == 2) goal();
  return 0;
}
