// A cycle with two entries inside another one, none of whose blocks is an entry of that.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned x = 0, seen = 0;
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
  seen = 7;
  x += 3;
  if (x > n) goto end;
d:
  seen = 7;
  x += 4;
  if (x < n) goto c;
  if (n & 8) goto a;
end:
  if (seen != 7 && (n & 3) == 2) goal();
  return 0;
}
