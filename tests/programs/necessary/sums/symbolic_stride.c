// Progressions whose steps are inputs.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <lariat_verifier.h>

void goal(void) {}
void there(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  unsigned x = 0, z = 0;
  for (unsigned i = 0; i < n; i++) {
    x += y;
    z += 2 * y + 1;
  }
  if (z != 2 * x + n) goal();
  if (n == 700 && x == 4900) there();
  return 0;
}
