//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Three words, one after the other or not.
#include <klee/klee.h>

void goal(void) {}

char s[128];

static int has(const char *t, const char *w) {
  for (int i = 0; t[i]; i++) {
    int j = 0;
    while (w[j] && t[i + j] == w[j]) j++;
    if (!w[j]) return 1;
    if (!t[i + j]) return 0;
  }
  return 0;
}

int main(void) {
  klee_make_symbolic(s, sizeof s, "s");
  klee_assume(s[127] == 0);
  if (has(s, "alpha") && has(s, "beta") && has(s, "gamma")) goal();
  return 0;
}
