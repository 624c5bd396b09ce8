// No block starts with the call of an error function, and yet one is called.
//@ verify: --property unreach-call
//@ verdict: false
#include <lariat_verifier.h>

void (*volatile fails)(void) = reach_error;

int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    if (i > 3) fails();
  }
  return 0;
}
