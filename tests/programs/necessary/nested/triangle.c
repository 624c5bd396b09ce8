// The inner loop runs n - i times, so the sum is that of an arithmetic series.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned s = 0;
  __VERIFIER_assume(n <= 1000);
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i; j < n; j++) s++;
  if (2 * s != n * (n + 1)) goal();
  return 0;
}
