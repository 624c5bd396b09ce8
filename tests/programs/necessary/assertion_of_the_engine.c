// An assertion that the engine checks itself, with no branch in the program.
//@ verify: --property unreach-call
//@ verdict: false
#include <lariat_verifier.h>

#include <lariat.h>

int main(void) {
  int n = __VERIFIER_nondet_int();
  int s = 0;
  for (int i = 0; i < n; i++) s += 2;
  lariat_assert(s != 6);
  return 0;
}
