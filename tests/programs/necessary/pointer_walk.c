//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// A pointer that walks over an object is a number of iterations.
#include <klee/klee.h>

void goal(void) {}

char A[4096];

int main(void) {
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(A[4095] == 0);
  char *p = A;
  while (*p == ' ' || *p == '\t') p++;
  int digits = 0;
  while (*p >= '0' && *p <= '9') {
    p++;
    digits++;
  }
  if (digits == 40 && *p == ';') goal();
  return 0;
}
