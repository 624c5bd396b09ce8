//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>
void goal(void) {}
short A[4096];
int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  int k = 0;
  for (int i = 3; i < n; ++i)
    if (A[i] > 77) ++k;
  if (k > 2000) goal();
  return 0;
}
