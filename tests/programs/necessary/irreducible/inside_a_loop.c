// A cycle with two entries inside a loop: each iteration meets it anew.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  unsigned a = 0, b = 0;
  for (unsigned i = 0; i < n; i++) {
    unsigned j = 0;
    if (i & 1) goto right;
  left:
    a += 2;
    j++;
    if (j > m) continue;
  right:
    b += 4;
    j++;
    if (j <= m) goto left;
  }
  if (a % 2 != 0 || b % 4 != 0) goal();
  return 0;
}
