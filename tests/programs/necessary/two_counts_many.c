//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>
void goal(void) {}
char A[4096];
int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  int a = 0, b = 0;
  for (int i = 0; i < n; ++i) {
    if (A[i] == 'a') ++a;
    else if (A[i] == 'b') ++b;
  }
  if (a > 900 && b == 1200) goal();
  return 0;
}
