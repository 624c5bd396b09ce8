//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Words separated by ';', must be "up" then "down" then "left".
#include <klee/klee.h>

void goal(void) {}
char s[100];

int main(void) {
  klee_make_symbolic(s, sizeof s, "s");
  klee_assume(s[99] == 0);
  const char*w[3] = {"up", "down", "left"};
  int at = 0;
  int i = 0;
  while (s[i] && at < 3) {
    int j = 0;
    while (w[at][j] && s[i+j] == w[at][j]) j++;
    if (!w[at][j] && s[i+j] == ';') {
      at++;
      i += j+1;
    } else {
      while (s[i] && s[i] != ';') i++;
      if (s[i]) i++;
    }
  }
  if (at == 3) goal();
  return 0;
}
