// Theorem 2 of the ISSTA paper: the loop never ends. The paper's condition is true; here the end is seen not to be reached.
//@ run: reach --quiet --self-check --target differs --out %t/differs %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>
#include <lariat_verifier.h>

void differs(void) {}
void there(void) {}

int main(void) {
  int i = __VERIFIER_nondet_int() ? 1 : 5;
  while (i < 3)
    if (i == 2) i = 1; else i = 2;
  if (i != 5) differs();
  there();
  return 0;
}
