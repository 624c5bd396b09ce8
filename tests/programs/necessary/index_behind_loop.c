// The index is within the array after any number of iterations, which an invariant says: the proof does not rest on that.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
//@ stdout!: it may be
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  int ring[10] = {0}, at = 0, n = 0;
  while (__VERIFIER_nondet_int() != 0) {
    if (at < 9) at++;
    else at = 0;
    n = 1;
  }
  ring[at] = 1;
  if (ring[at] + n == 3) goal();
  return ring[0];
}
