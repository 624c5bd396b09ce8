// An assumption about an input of the iteration.
//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int i;
  for (i = 0; i < n; i++) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x == i);
    if (x == 4) break;
  }
  if (i == 4) goal();
  return 0;
}
