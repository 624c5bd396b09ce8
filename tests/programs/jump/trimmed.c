// Blanks are cut off on both sides; what is aimed at on the way takes a share of the time only, so the search gets there.
//@ run: test --quiet --max-tests 9 --out %t/out %s
//@ stdout~: lines 1[78] of 18
//@ exit: 3
#include <klee/klee.h>
#include <string.h>

static char *trim(char *s) {
  while (*s == ' ' || *s == '\t') s++;
  char *end = s + strlen(s);
  while (end > s && (end[-1] == ' ' || end[-1] == '\n')) end--;
  *end = 0;
  return s;
}

int main(void) {
  char text[64];
  klee_make_symbolic(text, sizeof text, "text");
  text[63] = 0;
  char *left = trim(text);
  if (strlen(left) == 40 && left[0] == '#' && left[39] == '!')
    return 3;
  if (left - text == 20)
    return 2;
  return 0;
}
