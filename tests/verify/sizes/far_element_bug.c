//@ verify: false
// An element far into one object is none of another object's, wherever the objects are.
#include <stdlib.h>
extern void __VERIFIER_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 9000 || n > 100000000) return 0;
  char *one = malloc(n), *other = malloc(n);
  if (!one || !other) return 0;
  other[0] = 7;
  one[4096] = 1;
  one[8192] = 1;
  if (other[0] == 7) __VERIFIER_error();
  return 0;
}
