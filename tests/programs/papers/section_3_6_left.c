// Section 3.6 of the ISSTA paper, left: j is j0 + k1 + 2 k2, whatever i does.
//@ run: reach --quiet --self-check --target differs --out %t/differs %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>
#include <lariat_verifier.h>

void differs(void) {}
void there(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), start = __VERIFIER_nondet_uint();
  unsigned j = start, k1 = 0, k2 = 0;
  for (unsigned t = 0; t < n; t++) {
    if (__VERIFIER_nondet_int() < 0) {
      j = j + 1;
      k1++;
    } else {
      j = j + 2;
      k2++;
    }
  }
  if (j != start + k1 + 2 * k2) differs();
  if (k1 == 3 && k2 == 2) there();
  return 0;
}
