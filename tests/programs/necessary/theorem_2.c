//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: (unreachable|unknown)
// The loop of Theorem 2, which never ends.
#include <klee/klee.h>

void goal(void) {}

int main(void) {
  int i = 1;
  while (i < 3)
    if (i == 2)
      i = 1;
    else
      i = 2;
  goal();
  return 0;
}
