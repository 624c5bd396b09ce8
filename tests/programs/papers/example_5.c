// Example 5 of the long version: the inner loop runs max(0, n) times, so the matrix is zero in m rows of n.
//@ run: reach --quiet --self-check --target differs --out %t/differs %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>
#include <lariat_verifier.h>

void differs(void) {}
void there(void) {}

int A[64][16];

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  unsigned row = __VERIFIER_nondet_uint(), column = __VERIFIER_nondet_uint();
  klee_make_symbolic(A, sizeof A, "A");
  __VERIFIER_assume(n <= 16 && m <= 64 && row < 64 && column < 16);
  int was = A[row][column];
  int i, j = -1;
  for (i = 0; i < m; ++i)
    for (j = 0; j < n; ++j) A[i][j] = 0;
  int inside = (int)row < m && (int)column < n;
  if (A[row][column] != (inside ? 0 : was)) differs();
  if (m > 0 && j != (n > 0 ? n : 0)) differs();
  if (was == 5 && A[row][column] == 0 && row == 40) there();
  return 0;
}
