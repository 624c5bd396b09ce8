//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
// A row has no more than eight numbers.
#include <klee/klee.h>

void goal(void) {}

int A[16][8];

int main(void) {
  int m, n;
  klee_make_symbolic(&m, sizeof m, "m");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(m <= 16 & n <= 8);
  int w = 0;
  for (int i = 0; i < m; ++i) {
    int k = 0;
    for (int j = i; j < n; ++j) if (A[i][j] > 10) ++k;
    if (k > 8) {
      w = 1;
      break;
    }
  }
  if (w) goal();
  return 0;
}
