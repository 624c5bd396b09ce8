//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern unsigned int __VERIFIER_nondet_uint();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  unsigned int a = 0;
  unsigned int b = __VERIFIER_nondet_uint();
  while (a < 77) {
    if (b % 2 == 0) { a += 2; } else { a++; }
  }
  check(a == 77 || (a == 78 && b % 2 == 0));
  return 0;
}
