//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Another matrix and another condition.
#include <klee/klee.h>

void goal(void) {}

int A[64][16];

int main(void) {
  int m, n;
  klee_make_symbolic(&m, sizeof m, "m");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(m <= 64 & n <= 16);
  int w = 0;
  for (int i = 0; i < m; ++i) {
    int k = 0;
    for (int j = i; j < n; ++j)
      if (A[i][j] > 10 && A[i][j] < 100) ++k;
    if (k > 9) {
      w = 1;
      break;
    }
  }
  if (m > 40 && n > 12 && w == 1) goal();
  return 0;
}
