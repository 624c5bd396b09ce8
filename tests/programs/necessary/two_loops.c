//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
// TwoLoops: the second loop never ends.
#include <klee/klee.h>

void goal(void) {}

int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  int i = 0;
  for (int j = 0; j < n; ++j) i += 4;
  int j = 0;
  while (i != j + 7) j += 2;
  goal();
  return 0;
}
