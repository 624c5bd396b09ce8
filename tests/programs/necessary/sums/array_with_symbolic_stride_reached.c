// An array written at multiples of an input.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>
#include <lariat_verifier.h>
void goal(void) {}
unsigned char a[4096];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = __VERIFIER_nondet_uint();
  __VERIFIER_assume(s >= 1 && s < 16 && n < 200);
  for (unsigned i = 0; i < n; i++) a[i * s] = 7;
  if (a[35] == 7 && a[36] == 0 && a[28] == 7 && a[30] == 0) goal();
  return 0;
}
