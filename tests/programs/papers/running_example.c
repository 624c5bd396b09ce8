// Section 2 of the ISSTA paper, Figures 1 and 2: k is k1 and i is 3 + k1 + k2 after k1 iterations along one path and k2 along the other,
// and reaching the assertion takes more than 12 ones, so n is at least 16.
//@ run: reach --quiet --self-check --target differs --out %t/differs %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>
#include <lariat_verifier.h>

void differs(void) {}
void there(void) {}

int A[4096];

int main(void) {
  int n, x;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  unsigned k1 = 0, k2 = 0;
  int k = 0, i;
  for (i = 3; i < n; ++i) {
    if (A[i] == 1) {
      ++k;
      k1++;
    } else {
      k2++;
    }
  }
  if (k != (int)k1 || i != (int)(3 + k1 + k2)) differs();
  if (k > 12) {
    if (n < 16) differs();
    there();
  }
  return 0;
}
