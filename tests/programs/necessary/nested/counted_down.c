// The inner loop counts down by threes.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  unsigned c = 0;
  __VERIFIER_assume(n >= 0 && n < 1000 && m < 1000);
  for (int i = 0; i < m; ++i)
    for (int j = 3 * n; j > 0; j -= 3) c++;
  if (m == 10 && c != 10u * n) goal();
  return 0;
}
