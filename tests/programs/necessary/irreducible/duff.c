// Duff's device: a switch into a loop.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned count = __VERIFIER_nondet_uint();
  __VERIFIER_assume(count > 0 && count < 100000);
  unsigned rounds = (count + 3) / 4, done = 0, twice = 0;
  switch (count % 4) {
    case 0:
      do {
        done++;
        twice += 2;
        case 3:
          done++;
          twice += 2;
        case 2:
          done++;
          twice += 2;
        case 1:
          done++;
          twice += 2;
      } while (--rounds > 0);
  }
  if (twice != 2 * done || done != count) goal();
  return 0;
}
