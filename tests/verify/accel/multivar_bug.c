//@ verify: false
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern unsigned int __VERIFIER_nondet_uint();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int y = x + 1;
  while (x < 2048) { x++; y++; }
  check(x == y);
  return 0;
}
