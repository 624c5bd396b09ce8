// Three blocks that lead to each other, entered at any of them.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), start = __VERIFIER_nondet_uint();
  unsigned x = 0, y = 0;
  __VERIFIER_assume(n < 1000000);
  switch (start % 3) {
    case 0: goto first;
    case 1: goto second;
    default: goto third;
  }
first:
  x += 4;
  y += 1;
  if (x > n) goto end;
second:
  x += 8;
  y += 2;
  if (x > n) goto end;
third:
  x += 12;
  y += 3;
  if (x <= n) goto first;
end:
  if (x != 4 * y) goal();
  return 0;
}
