// Table 1 of the long version: a flag that two paths set to different values has that of the path that ran last; the condition says which.
//@ run: reach --quiet --self-check --target differs --out %t/differs %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>
#include <lariat_verifier.h>

void differs(void) {}
void there(void) {}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < 1000000);
  int flag = 0, i, k1 = 0, k2 = 0;
  for (i = 0; i < n; i++) {
    if (i < 1000) {
      flag = 1;
      k1++;
    } else {
      flag = 2;
      k2++;
    }
  }
  if (flag != (n > 1000 ? 2 : n > 0 ? 1 : 0)) differs();
  if (k1 + k2 != n || (k2 > 0 && k1 != 1000)) differs();
  if (flag == 2 && n == 1500) there();
  return 0;
}
