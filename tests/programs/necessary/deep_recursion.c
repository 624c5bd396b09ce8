// A stack may be larger than the one of the engine: what comes after a deep recursion is not proved away.
//@ verify: --property unreach-call
//@ verdict: unknown
#include <lariat_verifier.h>

static int f(int k) { return k == 0 ? 0 : 1 + f(k - 1); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < 3);
  int s = 0;
  for (int i = 0; i < n; i++) s++;
  if (f(30000) == 30000 && s == 2) reach_error();
  return 0;
}
