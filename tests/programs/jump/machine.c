// A place that is reached after 120 inputs in a certain order: the seventh test.
//@ run: test --quiet --max-tests 7 --out %t/out %s
//@ stdout~: branches 14 of 14
//@ stdout~: 1 place reached by a necessary condition
//@ exit: 3
//@ run: test --quiet --max-work 20000 --max-tests 7 --no-summaries --out %t/out %s
//@ stdout~: branches 13 of 14
//@ exit: 3
#include <lariat_verifier.h>

int main(void) {
  int state = 0, seen = 0;
  for (;;) {
    int c = __VERIFIER_nondet_int();
    if (c == 0) break;
    if (state == 0 && c == 3) { state = 1; seen++; }
    else if (state == 1 && c == 4) { state = 0; seen++; }
    else if (c == 5) seen = 0;
    if (seen == 120) return 2;
  }
  return 0;
}
