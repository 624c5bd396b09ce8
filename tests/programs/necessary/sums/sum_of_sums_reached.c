// A tetrahedral number: only a sum of sums in closed form says for which n it is reached.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned sum = 0, total = 0;
  for (unsigned i = 0; i < n; i++) {
    sum += i;
    total += sum;
  }
  if (total == 161700 && n < 1000) goal();
  return 0;
}
