// The four rules of section 3.3 of the ISSTA paper: unchanged, progression, one invariant set by some paths, last value of a single path.
//@ run: reach --quiet --self-check --target differs --out %t/differs %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>
#include <lariat_verifier.h>

void differs(void) {}
void there(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), d = __VERIFIER_nondet_uint();
  unsigned same = 7, sum = 1, flag = 2, last = 9, k1 = 0, k2 = 0;
  unsigned own = 0;
  for (unsigned t = 0; t < n; t++) {
    if (__VERIFIER_nondet_int()) {
      sum += d;
      flag = d + 5;
      last = 10 * own;
      own++;
      k1++;
    } else {
      sum += 3;
      k2++;
    }
  }
  if (same != 7 || sum != 1 + d * k1 + 3 * k2) differs();
  if (flag != (k1 > 0 ? d + 5 : 2)) differs();
  if (last != (k1 > 0 ? 10 * (k1 - 1) : 9)) differs();
  if (k1 == 4 && k2 == 3 && flag == 1000 && last == 30) there();
  return 0;
}
