//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
// Every second element: no more than half of them.
#include <klee/klee.h>

void goal(void) {}

int main(void) {
  int n;
  int A[4096];
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(n <= 4096 & n >= 10);
  int k = 0;
  for (int i = 0; i < n; i += 2) {
    if (A[i] == 9) ++k;
  }
  if (k > n / 2 + 1) goal();
  return 0;
}
