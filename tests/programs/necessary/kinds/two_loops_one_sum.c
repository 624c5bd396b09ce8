//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Two loops of any length whose sum is a hundred.
#include <klee/klee.h>

void goal(void) {}

int main(void) {
  unsigned a, b, x = 0;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  for (unsigned i = 0; i < a; i++) x++;
  for (unsigned j = 0; j < b; j++) x++;
  if (x == 100 && a > b) goal();
  return 0;
}
