// The inner loop runs n - i times; one n gives the sum that is wanted.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i; j < n; j++) s++;
  if (s == 5050) goal();
  return 0;
}
