// A natural loop whose header is also where an irreducible one is entered.
//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0);
  int i = 0, j = 0, k = 0;
  if (n > 50) goto middle;
again:
  i++;
  if (i < n) goto again;
  k++;
middle:
  j++;
  i = 0;
  if (j < 4) goto again;
  if (k >= 3) goal();
  return 0;
}
