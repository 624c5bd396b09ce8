//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
#include <klee/klee.h>

void goal(void) {}

int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  int i = 0;
  for (int j = 0; j < n; ++j) i += 6;
  if (i == 27) goal();
  return 0;
}
