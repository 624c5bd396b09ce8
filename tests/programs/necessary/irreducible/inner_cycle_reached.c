// A cycle inside a cycle, both with two entries; the inner one runs often.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned x = 0, y = 0;
  __VERIFIER_assume(n < 64);
  if (n & 1) goto b;
a:
  x++;
  if (n & 2) goto c;
b:
  x += 2;
  if (x < n) goto a;
  if (n & 4) goto d;
  goto end;
c:
  y += 3;
  if (y > n) goto end;
d:
  y += 4;
  if (y < n) goto c;
  if (x < n) goto a;
end:
  if (y == 7 * 6 + 3) goal();
  return 0;
}
