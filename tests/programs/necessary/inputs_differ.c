// Two inputs of one loop can be two different values.
//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <lariat_verifier.h>

void goal(void) {}

int g;

int main(void) {
  int a = 0, b = 0;
  while (__VERIFIER_nondet_int() != 0) {
    int x = __VERIFIER_nondet_int();
    g++;
    if (x == 5) a++;
    if (x == 7) b++;
  }
  if (a > 0 && b > 0) goal();
  return 0;
}
