// Example 2 of the long version: every cell holds the next one's index, the last one its own.
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
  int n = __VERIFIER_nondet_int();
  unsigned x = __VERIFIER_nondet_uint();
  klee_make_symbolic(A, sizeof A, "A");
  __VERIFIER_assume(n <= 4096 && x < 4096);
  int was = A[x];
  for (int i = 1; i < n; ++i) {
    A[i - 1] = i;
    A[i] = i;
  }
  int expected = was;
  if (n > 1 && (int)x == n - 1) expected = (int)x;
  if (n > 1 && (int)x < n - 1) expected = (int)x + 1;
  if (A[x] != expected) differs();
  if (x == 500 && A[x] == 500 && A[499] == 500) there();
  return 0;
}
