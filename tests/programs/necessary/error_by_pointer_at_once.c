// What an iteration does that is executed for trial counts when it is executed again.
//@ verify: --property unreach-call
//@ verdict: false
#include <lariat_verifier.h>

void (*fails)(void) = reach_error;

int main(void) {
  while (1) fails();
  return 0;
}
