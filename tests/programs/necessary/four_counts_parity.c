//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
// Decided over mathematical integers or bit by bit, whichever is first.
#include <klee/klee.h>
void goal(void) {}
char A[4096];
int main(void) {
  int n; klee_make_symbolic(&n, sizeof n, "n"); klee_make_symbolic(A, sizeof A, "A");
  klee_assume(n >= 0 & n <= 4096);
  int a = 0, b = 0, c = 0, d = 0;
  for (int i = 0; i < n; i++) {
    if (A[i] == 'a') a += 2; else if (A[i] == 'b') b += 4; else if (A[i] == 'c') c += 6; else d += 8;
  }
  if (a + b + c + d == 3 * n + 1 && a == b && c == d && n % 2 == 1 && (a + b) % 4 == 2) goal();
  return 0;
}
