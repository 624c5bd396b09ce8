//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
// More columns than there are.
#include <klee/klee.h>

void goal(void) {}
int A[20][20];

int main(void) {
  int m, n;
  klee_make_symbolic(&m, sizeof m, "m");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(m <= 20 & n <= 20);
  int cols = 0;
  for (int j = 0; j < n; j++) {
    int z = 0;
    for (int i = 0; i < m; i++) if (A[i][j] == 0) z++;
    if (z > 7) cols++;
  }
  if (cols > 20) goal();
  return 0;
}
