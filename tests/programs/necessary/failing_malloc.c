// Where allocations may fail, they may fail in necessary conditions too.
//@ run: reach --quiet --failing-malloc --target goal --out %t/out %s
//@ stdout!: unreachable
#include <lariat_verifier.h>
#include <stdlib.h>

void goal(void) {}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = malloc(sizeof *p);
  int s = 0;
  for (int i = 0; i < n; i++) s++;
  if (!p && s == 3) goal();
  return 0;
}
