//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Longest plateau of equal elements.
#include <klee/klee.h>

void goal(void) {}

int main(void) {
  int n;
  short A[200];
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(n <= 200);
  int best = 0, run = 1;
  for (int i = 1; i < n; i++) {
    if (A[i] == A[i-1]) run++;
    else run = 1;
    if (run > best) best = run;
  }
  if (best == 9 && n > 20) goal();
  return 0;
}
