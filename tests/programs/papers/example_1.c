// Example 1 of the long version: after k iterations A[x] is x for x < k, and what it was otherwise.
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
  for (int i = 0; i < n; ++i) A[i] = i;
  if (A[x] != ((int)x < n ? (int)x : was)) differs();
  if (A[1000] == 1000 && A[1001] == 7 && x == 1000) there();
  return 0;
}
