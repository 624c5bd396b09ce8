//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Four words in a short string.
#include <klee/klee.h>

void goal(void) {}

char A[60];

int main(void) {
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(A[59] == 0);
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
  char W1[6] = "World";
  int h1 = 0;
  for (int i = 0; A[i] != 0; ++i) {
    int j = i, k = 0;
    while (W1[k] != 0 && A[j] != 0 && A[j] == W1[k]) {
      ++j;
      ++k;
    }
    if (W1[k] == 0) {
      h1 = 1;
      break;
    }
    if (A[j] == 0) break;
  }
  char W2[3] = "At";
  int h2 = 0;
  for (int i = 0; A[i] != 0; ++i) {
    int j = i, k = 0;
    while (W2[k] != 0 && A[j] != 0 && A[j] == W2[k]) {
      ++j;
      ++k;
    }
    if (W2[k] == 0) {
      h2 = 1;
      break;
    }
    if (A[j] == 0) break;
  }
  char W3[11] = "Microsoft!";
  int h3 = 0;
  for (int i = 0; A[i] != 0; ++i) {
    int j = i, k = 0;
    while (W3[k] != 0 && A[j] != 0 && A[j] == W3[k]) {
      ++j;
      ++k;
    }
    if (W3[k] == 0) {
      h3 = 1;
      break;
    }
    if (A[j] == 0) break;
  }
  if (h0 == 1 && h1 == 1 && h2 == 1 && h3 == 1) goal();
  return 0;
}
