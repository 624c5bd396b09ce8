//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>

void goal(void) {}

static int is_vowel(char c) { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u'; }

char A[512];

int main(void) {
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(A[511] == 0);
  int v = 0, n = 0;
  for (int i = 0; A[i]; i++) {
    if (is_vowel(A[i])) v++;
    n++;
  }
  if (v > 30 && n == v) goal();
  return 0;
}
