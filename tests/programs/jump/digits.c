// A number that is read digit by digit is a long sum of products: bit by bit a solver does not get there, over the integers it does.
//@ run: test --quiet --max-tests 9 --out %t/out %s
//@ stdout~: branches 22 of 22
//@ exit: 3
//@ run: test --quiet --max-tests 9 --no-summaries --out %t/out %s
//@ stdout~: branches 22 of 22
//@ exit: 3
#include <klee/klee.h>
#include <limits.h>

static int parse(const char *s, int *out) {
  int negative = 0, value = 0;
  if (*s == '-') {
    negative = 1;
    s++;
  }
  if (*s < '0' || *s > '9') return -1;
  while (*s >= '0' && *s <= '9') {
    int digit = *s - '0';
    if (value > (INT_MAX - digit) / 10) return -2;
    value = value * 10 + digit;
    s++;
  }
  *out = negative ? -value : value;
  return *s ? -3 : 0;
}

int main(void) {
  char text[16];
  klee_make_symbolic(text, sizeof text, "text");
  text[15] = 0;
  int value;
  if (parse(text, &value) == 0) {
    if (value == -271828) return 1;
    if (value == INT_MAX) return 2;
  }
  return 0;
}
