//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
// Up by nines and down by fifteens never gives a hundred.
#include <klee/klee.h>

void goal(void) {}

int main(void) {
  int n, m, x = 0;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&m, sizeof m, "m");
  klee_assume(n < 100000 & m < 100000);
  for (int i = 0; i < n; i++) x += 9;
  for (int j = 0; j < m; j++) x -= 15;
  if (x == 100) goal();
  return 0;
}
