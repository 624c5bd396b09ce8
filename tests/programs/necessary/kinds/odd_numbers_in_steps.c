//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Every second row, every third number, and those that are odd.
#include <klee/klee.h>

void goal(void) {}

unsigned char A[64][64];

int main(void) {
  unsigned m, n;
  klee_make_symbolic(&m, sizeof m, "m");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(m <= 64 & n <= 64);
  int w = 0;
  for (unsigned i = 0; i < m; i += 2) {
    int k = 0;
    for (unsigned j = 0; j < n; j += 3) if (A[i][j] % 2 == 1) ++k;
    if (k > 14) {
      w = 1;
      break;
    }
  }
  if (w) goal();
  return 0;
}
