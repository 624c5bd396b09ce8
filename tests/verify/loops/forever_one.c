//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern unsigned int __VERIFIER_nondet_uint();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  unsigned int x = 0, y = 0, n = 0;
  n = __VERIFIER_nondet_uint();
  if (!(n > 0)) return 0;
  for (x = 0; 1; x++) check(y == 0);
  check(x == 1);
  return 0;
}
