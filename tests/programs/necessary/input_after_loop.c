// Which input of the run it is that is read after a loop depends on the loop: the search must not be pruned with its place in the condition.
//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  int k = 0, h = 1;
  while (__VERIFIER_nondet_int() != 5) {
    k++;
    h = h * 3 + k;
    h ^= k >> 1;
  }
  int x = __VERIFIER_nondet_int();
  if (x == 9 && k == 3 && h == 0x31) goal();
  return 0;
}
