//@ verify: true
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int x = 1, y = 2, t, k = 0;
  unsigned int n = __VERIFIER_nondet_uint();
  while (k < n) { t = x; x = y; y = t; k++; }
  __VERIFIER_assert(x + y == 3);
  __VERIFIER_assert(x == 1 || x == 2);
  return 0;
}
