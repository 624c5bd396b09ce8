// Duff's device: the number of steps is that of the input.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned count = __VERIFIER_nondet_uint();
  __VERIFIER_assume(count > 0);
  unsigned rounds = (count + 3) / 4, done = 0;
  switch (count % 4) {
    case 0:
      do {
        done++;
        case 3:
          done++;
        case 2:
          done++;
        case 1:
          done++;
      } while (--rounds > 0);
  }
  if (done == 1237) goal();
  return 0;
}
