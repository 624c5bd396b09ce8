// A branch that no input takes: its condition proves it, which is told, and the branch within it is not told again.
//@ run: test --quiet --out %t/out %s
//@ stdout~: ^unreachable: .*never.c:19
//@ count: 1 unreachable:
//@ stdout~: everything was explored
#include <klee/klee.h>

int main(void) {
  int n, even = 0, other = 0;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n <= 11);
  for (int i = 0; i < n; i++) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 5) even += 2;
    else other++;
  }
  if (even % 2 != 0) {
    if (n > 3) other = 8;
    other += n;
  }
  return other;
}
