//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// A word followed by a digit, case does not matter.
#include <klee/klee.h>

void goal(void) {}
char s[80];
static int low(int c) {
  return c >= 65 && c <= 90 ? c+32 : c;
}

int main(void) {
  klee_make_symbolic(s, sizeof s, "s");
  klee_assume(s[79] == 0);
  const char*w = "Relay";
  int hit = 0;
  for (int i = 0; s[i] && !hit; i++) {
    int j = 0;
    while (w[j] && low(s[i+j]) == low(w[j])) j++;
    if (!w[j] && s[i+j] >= 48 && s[i+j] <= 57) hit = 1;
  }
  if (hit) goal();
  return 0;
}
