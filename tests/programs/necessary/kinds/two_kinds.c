//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Two counts that are compared with each other.
#include <klee/klee.h>

void goal(void) {}

int main(void) {
  int n;
  int A[2048];
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(n <= 2048);
  int a = 0, b = 0;
  for (int i = 0; i < n; ++i) {
    if (A[i] == 1) ++a;
    else if (A[i] == 2) ++b;
  }
  if (a > 40 && b > a + 10) goal();
  return 0;
}
