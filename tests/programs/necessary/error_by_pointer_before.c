// The call that cannot happen any more is not the only one.
//@ verify: --property unreach-call
//@ verdict: false
#include <lariat_verifier.h>

void (*volatile fails)(void) = reach_error;

int main(void) {
  int n = __VERIFIER_nondet_int();
  int flag = 0, s = 0;
  for (int i = 0; i < n; i++) s++;
  if (s == 3) fails();
  for (int i = 0; i < n; i++) s++;
  if (flag) reach_error();
  return 0;
}
