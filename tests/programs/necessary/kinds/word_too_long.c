//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: unreachable
// Five characters are no word of six.
#include <klee/klee.h>

void goal(void) {}

char s[32];

int main(void) {
  klee_make_symbolic(s, sizeof s, "s");
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n <= 5);
  const char *w = "longer";
  unsigned j = 0;
  for (unsigned i = 0; i < n; i++) {
    if (w[j] && s[i] == w[j]) j++;
  }
  if (!w[j]) goal();
  return 0;
}
