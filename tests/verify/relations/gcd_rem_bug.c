//@ verify: false
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  unsigned int a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), t;
  __VERIFIER_assume(a > 20 && a < 60 && b > 20 && b < 60);
  while (b != 0) { t = a % b; a = b; b = t; }
  __VERIFIER_assert(a < 15);
  return 0;
}
