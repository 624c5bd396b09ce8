//@ verify: false
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int a = __VERIFIER_nondet_int();
  int z = 0;
  if (!(a <= 1000000)) return 0;
  while (z < a) { z = 2 * z + 1; }
  check(z >= 2);
  return 0;
}
