// The inner loop runs max(0, n) times in each iteration.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  unsigned c = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) c += 3;
  if (c == 3 * 35 && m > 5 && n > 1) goal();
  return 0;
}
