//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Numbers in a text, separated by commas, with a sum.
#include <klee/klee.h>

void goal(void) {}
char s[60];

int main(void) {
  klee_make_symbolic(s, sizeof s, "s");
  klee_assume(s[59] == 0);
  int sum = 0, v = 0, cnt = 0;
  for (int i = 0; ; i++) {
    char c = s[i];
    if (c >= 48 && c <= 57) v = v*10+(c-48);
    else {
      sum += v;
      cnt++;
      v = 0;
      if (c != 44) break;
    }
  }
  if (cnt == 3 && sum == 1234) goal();
  return 0;
}
