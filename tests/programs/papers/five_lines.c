// Section 5.1.1 of the long version: a[i] = a[i-5] + 1 makes five lines.
//@ run: reach --quiet --self-check --target differs --out %t/differs %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>
#include <lariat_verifier.h>

void differs(void) {}
void there(void) {}

unsigned char a[4096];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  klee_make_symbolic(a, sizeof a, "a");
  __VERIFIER_assume(n <= 4096);
  unsigned char third = a[3], was = a[43];
  for (unsigned i = 5; i < n; ++i) a[i] = a[i - 5] + 1;
  // Cell 43 is the eighth after cell 3 in its line.
  if (a[43] != (n > 43 ? (unsigned char)(third + 8) : was)) differs();
  if (a[3] != third) differs();
  if (a[52] == 100 && n == 60) there();
  return 0;
}
