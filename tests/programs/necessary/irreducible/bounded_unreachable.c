// The same answers with and without summaries where few iterations are enough.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --no-summaries --target goal --out %t/out2 %s
//@ stdout~: ^verdict: unreachable
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n < 12);
  unsigned x = 0, y = 0;
  if (n % 3 == 1) goto b;
a:
  x += n;
b:
  y++;
  if (y < n) goto a;
  if (x == 41 || y > 12) goal();
  return 0;
}
