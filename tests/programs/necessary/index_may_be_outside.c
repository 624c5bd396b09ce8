// Here it may be outside: the proof says what it rests on.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
//@ stdout~: it may be: out-of-bounds-write at .*index_may_be_outside.c:16
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  int ring[10] = {0}, at = 0, n = 0;
  while (__VERIFIER_nondet_int() != 0) {
    if (at < 10) at++;
    else at = 0;
    n = 1;
  }
  ring[at] = 1;
  if (ring[at] + n == 3) goal();
  return ring[0];
}
