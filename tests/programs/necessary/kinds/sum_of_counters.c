//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
// A sum of counters against a product.
#include <klee/klee.h>

void goal(void) {}

int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n >= 0 & n < 1000);
  int s = 0, t = 2;
  for (int i = 0; i < n; i++) {
    s += i;
    t += 2;
  }
  if (4 * s != n * (t - 2) - 2 * n) goal();
  return 0;
}
