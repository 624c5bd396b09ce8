// Two inner loops, the second runs as often as the first.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned m = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  unsigned a = 0, b = 0, c = 0;
  for (unsigned i = 0; i < m; ++i) {
    unsigned k = 0;
    for (unsigned j = 0; j < n; j++) { c++; k++; }
    for (; k > 0; k--) b++;
    a += k;
  }
  if (b != c || a != 0) goal();
  return 0;
}
