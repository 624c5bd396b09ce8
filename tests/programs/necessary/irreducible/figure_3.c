// Figure 3 of the ISSTA paper: a cycle with two backbones, on each of which it is another loop.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  unsigned i = 0, j = 0, k = 0;
  if (__VERIFIER_nondet_int()) goto b;
a:
  i += 2;
b:
  if (j < n) {
    j++;
    k += 3;
    goto b;
  }
  if (i < m) goto a;
  if (k != 3 * j || i % 2 != 0) goal();
  return 0;
}
