// An unknown function may change what it can reach: that a loop does not, proves nothing.
//@ verify: --external warn-havoc --time 5s
//@ verdict: not true
#include <lariat_verifier.h>

int compute(int *);
int g;

int main(void) {
  int n = __VERIFIER_nondet_int();
  compute(&n);
  int s = 0;
  for (int i = 0; i < n; i++) s++;
  if (g == 3 && s == 2) reach_error();
  return 0;
}
