//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Rows sorted: every row before the fifth sorted.
#include <klee/klee.h>

void goal(void) {}
unsigned char A[10][10];

int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(n <= 10 & n >= 0);
  int sorted = 0;
  for (int i = 0; i < n; i++) {
    int ok = 1;
    for (int j = 0; j+1 < n; j++) if (A[i][j] >= A[i][j+1]) {
      ok = 0;
      break;
    }
    if (ok) sorted++;
  }
  if (sorted >= 5) goal();
  return 0;
}
