// Progressions whose steps are inputs, and an array written at multiples of one.
//@ run: reach --quiet --self-check --time 30s --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --time 30s --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <lariat_verifier.h>

void goal(void) {}
void there(void) {}

unsigned char a[4096];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  __VERIFIER_assume(y >= 1 && y < 16 && n < 200);
  unsigned x = 0, z = 0;
  for (unsigned i = 0; i < n; i++) {
    a[i * y] = 7;
    x += y;
    z += 2 * y + 1;
  }
  if (z != 2 * x + n) goal();
  if (a[35] != 0 && a[35] != 7) goal();
  if (a[35] == 7 && a[36] == 0 && a[28] == 7 && a[30] == 0) there();
  return 0;
}
