//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
#include <klee/klee.h>

void goal(void) {}

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  unsigned i = 0, s = 0;
again:
  if (i < n) {
    i += 1;
    s += 2;
    goto again;
  }
  if (s != 2 * i) goal();
  return 0;
}
