// Figure 4 of the ISSTA paper, Example 6 of the long version: j is max(n, i) after each iteration.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  int i = 0, j = -1;
  for (; i < m; ++i)
    for (j = i; j < n; ++j)
      ;
  int last = n > m - 1 ? n : m - 1;
  if (m > 0 && j != last) goal();
  return 0;
}
