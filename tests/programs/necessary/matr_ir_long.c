//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// MatrIR without a bound on the dimensions but the matrix itself.
#include <klee/klee.h>

void goal(void) {}

int A[64][64];

int main(void) {
  int m, n;
  klee_make_symbolic(&m, sizeof m, "m");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  int w = 0;
  for (int i = 0; i < m; ++i) {
    int k = 0;
    for (int j = i; j < n; ++j)
      if (A[i][j] > 10 && A[i][j] < 100) ++k;
    if (k > 15) {
      w = 1;
      break;
    }
  }
  if (m > 20 && n > 20 && w == 1) goal();
  return 0;
}
