//@ verify: false unknown-ok
// The same beyond the addresses that an object of any size has for itself, by an index, in a loop and by an integer.
#include <stdlib.h>
extern void __VERIFIER_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 9000000 || n > 100000000) return 0;
  char *one = malloc(n), *other = malloc(n);
  if (!one || !other) return 0;
  other[0] = 7;
  one[4198400] = 1;
  char *at = one;
  for (int i = 0; i < 8392704; i++) at++;
  *at = 1;
  *(char *)((unsigned long)one + 4198401) = 1;
  if (other[0] == 7) __VERIFIER_error();
  return 0;
}
