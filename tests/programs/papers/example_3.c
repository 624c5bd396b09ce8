// Example 3 of the long version: even cells hold 2 x + 1, odd ones 5.
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
  for (int i = 0; i < n; ++i) {
    if (i % 2 == 0)
      A[i] = 2 * i + 1;
    else
      A[i] = 5;
  }
  int expected = (int)x >= n ? was : x % 2 == 0 ? 2 * (int)x + 1 : 5;
  if (A[x] != expected) differs();
  if (A[x] == 1201) there();
  return 0;
}
