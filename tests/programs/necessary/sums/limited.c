// A sum of bytes, and a sum of largest bytes of rows: neither has a closed form, but both are limited by the numbers of iterations.
//@ run: reach --quiet --self-check --target sum --out %t/sum %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target maxima --out %t/maxima %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target wraps --out %t/wraps %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>

void sum(void) {}
void maxima(void) {}
void wraps(void) {}

unsigned char A[100], B[6][6];

int main(void) {
  int n, m, total = 0, largest = 0;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&m, sizeof m, "m");
  klee_make_symbolic(A, sizeof A, "A");
  klee_make_symbolic(B, sizeof B, "B");
  klee_assume(n <= 100 & m <= 6);
  unsigned char small = 250;
  for (int i = 0; i < n; i++) total += A[i];
  if (total > 25500) sum();
  for (int i = 0; i < m; i++) {
    int most = 0;
    for (int j = 0; j < m; j++)
      if (B[i][j] > most) most = B[i][j];
    largest += most;
  }
  if (largest > 1530) maxima();
  for (int i = 0; i < n; i++) small += A[i] & 3;
  if (n == 20 && small == 10) wraps();
  return 0;
}
