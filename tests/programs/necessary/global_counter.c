//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
// The counter is a global that a function changes.
#include <klee/klee.h>

void goal(void) {}

unsigned calls;

static void tick(void) { calls += 3; }

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  for (unsigned i = 0; i < n; i++) {
    tick();
    tick();
  }
  if (calls % 6 == 4 && n < 1000000) goal();
  return 0;
}
