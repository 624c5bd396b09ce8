//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// A column with more than twenty negative numbers.
#include <klee/klee.h>

void goal(void) {}

int A[32][32];

int main(void) {
  int m, n;
  klee_make_symbolic(&m, sizeof m, "m");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(m <= 32 & n <= 32);
  int w = 0;
  for (int j = 0; j < n; ++j) {
    int k = 0;
    for (int i = 0; i < m; ++i) if (A[i][j] < 0) ++k;
    if (k > 20) {
      w = 1;
      break;
    }
  }
  if (m > 22 && n > 10 && w == 1) goal();
  return 0;
}
