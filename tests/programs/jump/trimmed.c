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
  char text[20];
  klee_make_symbolic(text, sizeof text, "text");
  text[19] = 0;
  char *left = trim(text);
  if (strlen(left) == 12 && left[0] == '#' && left[11] == '!')
    return 3;
  if (left - text == 7)
    return 2;
  return 0;
}
