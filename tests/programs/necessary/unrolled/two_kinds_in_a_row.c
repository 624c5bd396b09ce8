//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Two kinds.
#include <klee/klee.h>

void goal(void) {}
int A[24][24];

int main(void) {
  int m, n;
  klee_make_symbolic(&m, sizeof m, "m");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(m <= 24 & n <= 24);
  int w = 0;
  for (int i = 0; i < m; ++i) {
    int neg = 0, pos = 0;
    for (int j = 0; j < n; ++j) {
      if (A[i][j] < -3) ++neg;
      else if (A[i][j] > 100) ++pos;
    }
    if (neg > 6 && pos > 8) {
      w = 1;
      break;
    }
  }
  if (m > 18 && w) goal();
  return 0;
}
