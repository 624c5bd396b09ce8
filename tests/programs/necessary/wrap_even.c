//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
// x wraps around and leaves the loop even and below 10.
#include <klee/klee.h>

void goal(void) {}

int main(void) {
  unsigned y;
  klee_make_symbolic(&y, sizeof y, "y");
  unsigned x = 10;
  while (x >= 10) x += 2;
  if (x == (y | 1)) goal();
  return 0;
}
