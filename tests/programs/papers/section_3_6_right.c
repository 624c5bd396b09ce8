// Section 3.6 of the ISSTA paper, right, with an i that grows: first all additions, then all doublings, (j0 + k1) 2^k2.
//@ run: reach --quiet --self-check --target differs --out %t/differs %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>
#include <lariat_verifier.h>

void differs(void) {}
void there(void) {}

int main(void) {
  int i = __VERIFIER_nondet_int(), c = 3;
  unsigned char start = __VERIFIER_nondet_uchar(), j = start;
  unsigned k1 = 0, k2 = 0;
  __VERIFIER_assume(i >= -100);
  for (; i < 100; i += c) {
    if (i < 0) {
      j = j + 1;
      k1++;
    } else {
      j = j * 2;
      k2++;
    }
  }
  unsigned char expected = k2 < 8 ? (unsigned char)((start + k1) << k2) : 0;
  if (j != expected) differs();
  if (k1 == 20 && start == 5) there();
  return 0;
}
