// Both counts are closed, so the product is one of the inputs' products.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
#include <lariat_verifier.h>
void goal(void) {}
int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  unsigned c = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) c += 3;
  unsigned a = m > 0 ? m : 0, b = n > 0 ? n : 0;
  if (c != 3 * a * b) goal();
  return 0;
}
