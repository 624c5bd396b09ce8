//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Transposed access with two conditions on each element.
#include <klee/klee.h>

void goal(void) {}
int A[12][16];

int main(void) {
  int m, n;
  klee_make_symbolic(&m, sizeof m, "m");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(m <= 12 & n <= 16);
  int w = 0;
  for (int j = 0; j < n; j++) {
    int e = 0, o = 0;
    for (int i = 0; i < m; i++) {
      if (A[i][j]%2 == 0) e++;
      if (A[i][j] > 50) o++;
    }
    if (e >= 4 && o >= 6 && e < o) w++;
  }
  if (w > 2) goal();
  return 0;
}
