//@ verify: false
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint(), n = 0;
  while (x > 1) { x = x / 2; n++; }
  __VERIFIER_assert(n < 31);
  return 0;
}
