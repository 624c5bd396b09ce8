//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// A word behind any number of blanks and tabs.
#include <klee/klee.h>

void goal(void) {}

char s[4096];

int main(void) {
  unsigned n;
  klee_make_symbolic(s, sizeof s, "s");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n < sizeof s);
  unsigned i = 0;
  while (i < n && (s[i] == ' ' || s[i] == '\t')) i++;
  const char *w = "Goodbye";
  unsigned j = 0;
  while (i < n && w[j] && s[i] == w[j]) {
    i++;
    j++;
  }
  if (!w[j] && i >= 200) goal();
  return 0;
}
