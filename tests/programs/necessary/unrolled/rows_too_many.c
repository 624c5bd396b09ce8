//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
// Rows of 16: more than 16.
#include <klee/klee.h>

void goal(void) {}
int A[16][16];

int main(void) {
  int m, n;
  klee_make_symbolic(&m, sizeof m, "m");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(m <= 16 & n <= 16);
  int rows = 0;
  for (int i = 0; i < m; ++i) {
    int k = 0;
    for (int j = 0; j < n; ++j) if (A[i][j] > 10) ++k;
    if (k > 5) rows++;
  }
  if (rows > 16) goal();
  return 0;
}
