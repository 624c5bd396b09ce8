//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>

void goal(void) {}

int A[256];

int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(n >= 0 & n <= 256);
  int i = 0, state = 0;
  for (;;) {
    if (i >= n) break;
    if (A[i] < 0) {
      state = 1;
      break;
    }
    if (A[i] == 7) {
      i += 2;
      continue;
    }
    i++;
  }
  if (state == 1 && i == 200) goal();
  return 0;
}
