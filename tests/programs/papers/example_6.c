// Example 6 of the long version, Figure 4 of the ISSTA paper: the inner loop runs max(0, n - i) times; j is the larger of n and i.
//@ run: reach --quiet --self-check --target differs --out %t/differs %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>
#include <lariat_verifier.h>

void differs(void) {}
void there(void) {}

int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  int i = 0, j = -1;
  int start = i;
  for (; i < m; ++i)
    for (j = i; j < n; ++j)
      ;
  if (start < m && j != (n > m - 1 ? n : m - 1)) differs();
  if (start >= m && j != -1) differs();
  if (m == 500 && j == 700) there();
  return 0;
}
