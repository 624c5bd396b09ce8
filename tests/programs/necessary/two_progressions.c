//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
// Decided over mathematical integers or bit by bit, whichever is first.
#include <klee/klee.h>
void goal(void) {}
int main(void) {
  long n, m; klee_make_symbolic(&n, sizeof n, "n"); klee_make_symbolic(&m, sizeof m, "m");
  klee_assume(n >= 0 & n < 1000000000L); klee_assume(m >= 0 & m < 1000000000L);
  long x = 5, y = 3;
  for (long i = 0; i < n; i += 3) x += 7;
  for (long i = 0; i < m; i += 5) y += 11;
  if (11 * (x - 5) == 7 * (y - 3) && x != y && n > 1000 && (x - 5) % 7 == 3) goal();
  return 0;
}
