//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
// The sum wraps around after a few iterations, its low bits stay.
#include <klee/klee.h>

void goal(void) {}

int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  int i = 0;
  for (int j = 0; j < n; ++j) i += (1 << 28);
  if ((i & 0xfffffff) != 0) goal();
  return 0;
}
