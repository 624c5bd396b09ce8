//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
// The last value before the wrap is the largest even one, so x is 0.
#include <klee/klee.h>

void goal(void) {}

int main(void) {
  unsigned x = 10;
  while (x >= 10) x += 2;
  if (x == 4) goal();
  return 0;
}
