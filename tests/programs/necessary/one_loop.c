//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
// OneLoop: i is a multiple of 4, whatever wraps.
#include <klee/klee.h>

void goal(void) {}

int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  int i = 0;
  for (int j = 0; j < n; ++j) i += 4;
  if (i == 15) goal();
  return 0;
}
