// Example 4 of the long version: rows of A, chosen by B, are copied from B.
//@ run: reach --quiet --self-check --time 30s --target differs --out %t/differs %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --time 30s --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>
#include <lariat_verifier.h>

void differs(void) {}
void there(void) {}

int A[64][16], B[2048];

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  unsigned row = __VERIFIER_nondet_uint(), column = __VERIFIER_nondet_uint();
  klee_make_symbolic(B, sizeof B, "B");
  __VERIFIER_assume(n >= 0 && n <= 16 && m <= 64 && row < 64 && column < 16);
  for (int i = 0; i < m; ++i) {
    int id = B[i * (n + 1) + 1];
    if (id < 0 || id >= 64) return 0;
    for (int j = 0; j < n; ++j) A[id][j] = B[id * (n + 1) + j + 2];
  }
  // A cell that was written holds what the paper says; one that was not is still zero.
  if (A[row][column] != 0 && A[row][column] != B[row * (n + 1) + column + 2]) differs();
  if (m > 2 && A[3][2] == 77) there();
  return 0;
}
