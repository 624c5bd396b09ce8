// Example 4 of the long version: rows of A, chosen by B, are copied from B. A cell that was written holds what the paper says, whichever
// iteration wrote it; any other cell is still zero.
//@ run: reach --quiet --self-check --target differs --out %t/differs %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>
#include <lariat_verifier.h>

void differs(void) {}
void there(void) {}

unsigned char A[64][16], B[2048];

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  klee_make_symbolic(B, sizeof B, "B");
  __VERIFIER_assume(n <= 16 && m <= 64);
  for (int i = 0; i < m; ++i) {
    unsigned id = B[i * (n + 1) + 1];
    if (id >= 64) return 0;
    for (int j = 0; j < n; ++j) A[id][j] = B[id * (n + 1) + j + 2];
  }
  if (A[5][3] != 0 && A[5][3] != B[5 * (n + 1) + 3 + 2]) differs();
  if (n <= 3 && A[5][3] != 0) differs();
  if (m > 2 && A[3][2] == 77) there();
  return 0;
}
