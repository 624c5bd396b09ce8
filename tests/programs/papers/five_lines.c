// Section 5.1.1 of the long version: a[i] = a[i-5] + 1 makes five lines.
//@ run: reach --quiet --self-check --time 30s --target differs --out %t/differs %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --time 30s --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>
#include <lariat_verifier.h>

void differs(void) {}
void there(void) {}

unsigned a[4096];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = __VERIFIER_nondet_uint();
  klee_make_symbolic(a, sizeof a, "a");
  __VERIFIER_assume(n <= 4096 && x < 4096);
  unsigned first = a[x % 5], was = a[x];
  for (unsigned i = 5; i < n; ++i) a[i] = a[i - 5] + 1;
  unsigned expected = x < n || x < 5 ? first + x / 5 : was;
  if (a[x] != expected) differs();
  if (a[52] == 1000 && n == 60) there();
  return 0;
}
