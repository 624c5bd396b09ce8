//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
#include <klee/klee.h>

void goal(void) {}

char A[64];

int main(void) {
  klee_make_symbolic(A, sizeof A, "A");
  char *p = A, *end = A + 64;
  int n = 0;
  while (p != end) {
    if (*p == 'x') n++;
    p++;
  }
  if (n > 64) goal();
  return 0;
}
