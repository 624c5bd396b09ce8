// The inner loop can also be left by a break: then it has no closed count, and nothing may be concluded from one.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned m = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint(), stop = __VERIFIER_nondet_uint();
  unsigned c = 0;
  __VERIFIER_assume(m < 10 && n < 10);
  for (unsigned i = 0; i < m; ++i)
    for (unsigned j = 0; j < n; ++j) {
      if (j == stop) break;
      c++;
    }
  if (c != m * n) goal();
  return 0;
}
