// Each iteration reads an input of its own, also where the body is looked at several times because it changes memory.
//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <lariat_verifier.h>

void goal(void) {}

int g;

int main(void) {
  int c = 0;
  while (1) {
    int x = __VERIFIER_nondet_int();
    g++;
    if (x == 0) break;
    if (x == g) c++;
  }
  if (c == 2) goal();
  return 0;
}
