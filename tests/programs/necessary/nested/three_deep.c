// Three loops in one another; each inner one has a closed count.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned c = 0, d = 0;
  for (unsigned i = 0; i < n; ++i) {
    for (unsigned j = 0; j < 5; ++j)
      for (unsigned k = 0; k < 7; ++k) c++;
    d += 35;
  }
  if (c != d) goal();
  return 0;
}
