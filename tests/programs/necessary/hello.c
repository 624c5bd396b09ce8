//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Hello of the long version, appendix A.3: a word somewhere in a string.
#include <klee/klee.h>

void goal(void) {}

char A[30];

int main(void) {
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(A[29] == 0);
  char W0[6] = "Hello";
  int h0 = 0;
  for (int i = 0; A[i] != 0; ++i) {
    int j = i, k = 0;
    while (W0[k] != 0 && A[j] != 0 && A[j] == W0[k]) {
      ++j;
      ++k;
    }
    if (W0[k] == 0) {
      h0 = 1;
      break;
    }
    if (A[j] == 0) break;
  }
  if (h0 == 1) goal();
  return 0;
}
