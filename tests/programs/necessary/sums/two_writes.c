// Two writes to the same array in each iteration, next to each other.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <lariat_verifier.h>

void goal(void) {}
void there(void) {}

unsigned a[4096];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n <= 2048);
  for (unsigned i = 0; i < n; i++) {
    a[2 * i] = i;
    a[2 * i + 1] = 3 * i;
  }
  if (a[40] != (n > 20 ? 20 : 0)) goal();
  if (a[1001] != (n > 500 ? 1500 : 0)) goal();
  if (a[2 * n - 1] == 3 * 700) there();
  return 0;
}
