// Iterations that are simply executed come before the one that depends on the input; what they define is carried along.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned i = 0, j = 0, k = 0;
  if (k) goto middle;
outer:
  i++;
  k = 2 * i;
middle:
  j++;
  if (i < 5) goto outer;
  if (j < n) goto middle;
  if (i < 1000 && k < n) goto outer;
  if (k != 2 * i || j < i) goal();
  return 0;
}
