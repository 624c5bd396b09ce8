// An array written and read with a step that is an input, by a product and by a variable that is moved on.
//@ run: reach --quiet --self-check --target missing --out %t/missing %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target elsewhere --out %t/elsewhere %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>

void missing(void) {}
void elsewhere(void) {}
void there(void) {}

int a[256], b[256];

int main(void) {
  int s, n, k, x = 0, found = 0;
  klee_make_symbolic(&s, sizeof s, "s");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(b, sizeof b, "b");
  klee_assume(s >= 1 & s <= 8);
  klee_assume(n >= 0 & n <= 30);
  for (int i = 0; i < n; i++) {
    a[x] = 7;
    x += s;
  }
  if (k >= 0 && k < n && a[k * s] != 7) missing();
  if (k > 0 && k < s && a[k] != 0) elsewhere();
  for (int i = 0; i < n; i++)
    if (b[i * s] == i && b[i * s + 1] == s) found++;
  if (found == 14 && s == 6) there();
  return 0;
}
