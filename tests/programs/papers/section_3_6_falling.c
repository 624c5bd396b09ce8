// Section 3.6 of the ISSTA paper, right, with an i that falls: first all doublings, then all additions, j0 2^k2 + k1.
//@ run: reach --quiet --self-check --target differs --out %t/differs %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>
#include <lariat_verifier.h>

void differs(void) {}
void there(void) {}

int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned char start = __VERIFIER_nondet_uchar(), j = start;
  unsigned k1 = 0, k2 = 0;
  __VERIFIER_assume(i <= 100);
  for (; i > -100; i -= 3) {
    if (i < 0) {
      j = j + 1;
      k1++;
    } else {
      j = j * 2;
      k2++;
    }
  }
  unsigned char expected = (unsigned char)((k2 < 8 ? start << k2 : 0) + k1);
  if (j != expected) differs();
  if (k1 == 20 && start == 5) there();
  return 0;
}
