// A goto into the inner one of two loops, past the start of the counting.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  unsigned i = 0, j = 40, sum = 0;
  if (n > m) goto inside;
  for (i = 0; i < n; i++) {
    for (j = 0; j < m; j++) {
    inside:
      sum += 3;
    }
  }
  if (n == m + 1 && n == 50 && sum == 3 * (9 + 49 * 49)) goal();
  return 0;
}
