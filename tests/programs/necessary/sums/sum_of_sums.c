// A sum whose summands are a sum themselves, and one that is three times as large, and more by one in each iteration.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), step = __VERIFIER_nondet_uint();
  unsigned i = 0, sum = 0, total = 0, more = 0;
  for (unsigned t = 0; t < n; t++) {
    i += step;
    sum += i;
    total += sum;
    more += 3 * sum + 1;
  }
  if (more != 3 * total + n) goal();
  return 0;
}
