//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// The running example with another start, another step and a negative number.
#include <klee/klee.h>

void goal(void) {}

int main(void) {
  int n;
  int A[4096];
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(n <= 4096);
  int k = 3;
  for (int i = 2; i < n; i += 3) {
    if (A[i] == -5) ++k;
  }
  if (k > 500) goal();
  return 0;
}
