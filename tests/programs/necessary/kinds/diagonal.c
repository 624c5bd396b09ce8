//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Seventeen numbers of the diagonal, exactly.
#include <klee/klee.h>

void goal(void) {}

int A[32][32];

int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(n <= 32);
  int k = 0;
  for (int i = 0; i < n; ++i) if (A[i][i] > 5 && A[i][i] < 9) ++k;
  if (k == 17) goal();
  return 0;
}
