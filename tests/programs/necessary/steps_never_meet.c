//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
// Decided over mathematical integers or bit by bit, whichever is first.
#include <klee/klee.h>
void goal(void) {}
int main(void) {
  unsigned n, m; klee_make_symbolic(&n, sizeof n, "n"); klee_make_symbolic(&m, sizeof m, "m");
  klee_assume(n < 100000); klee_assume(m < 100000);
  unsigned long x = 0;
  unsigned long y = 0;
  for (unsigned i = 0; i < n; i++) x += 1000003;
  for (unsigned i = 0; i < m; i++) y += 999983;
  if (x == y && n != m && n > 0) goal();
  return 0;
}
