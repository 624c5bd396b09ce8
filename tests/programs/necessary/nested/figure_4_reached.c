// Figure 4 of the ISSTA paper: the last value of j is far away.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  int i = 0, j = -1;
  for (; i < m; ++i)
    for (j = i; j < n; ++j)
      ;
  if (m == 20 && j == 3000) goal();
  return 0;
}
