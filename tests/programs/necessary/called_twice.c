// What is settled in one call of a function says nothing about the next one.
//@ verify: --property unreach-call
//@ verdict: false
#include <lariat_verifier.h>

static void f(int n, int last) {
  int s = 0;
  for (int i = 0; i < n; i++) s += last;
  if (last == 1) reach_error();
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 0 && n < 5);
  f(n, 0);
  f(n, 1);
  return 0;
}
