// Three blocks that lead to each other; where they are entered decides what is counted.
//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <lariat_verifier.h>

void goal(void) {}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), start = __VERIFIER_nondet_uint();
  unsigned x = 0;
  switch (start % 3) {
    case 0: goto first;
    case 1: goto second;
    default: goto third;
  }
first:
  x += 4;
  if (x > n) goto end;
second:
  x += 8;
  if (x > n) goto end;
third:
  x += 12;
  if (x <= n) goto first;
end:
  if (x == 12 + 24 * 100 + 4) goal();
  return 0;
}
