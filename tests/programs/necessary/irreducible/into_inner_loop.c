// A goto into the inner one of two loops.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  unsigned i = 0, j = 0, odd = 1, sum = 0;
  if (n > m) goto inside;
  for (i = 0; i < n; i++) {
    for (j = 0; j < m; j++) {
    inside:
      odd += 2;
      sum += 4;
    }
  }
  if (odd % 2 != 1 || sum != 2 * (odd - 1)) goal();
  return 0;
}
