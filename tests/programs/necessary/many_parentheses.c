//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>
void goal(void) {}
int main(void) {
  static char s[4096];
  klee_make_symbolic(s, sizeof s, "s");
  s[4095] = 0;
  int d = 0;
  for (char *p = s; *p; p++)
    if (*p == '(') d++;
  if (d >= 2500) goal();
  return 0;
}
