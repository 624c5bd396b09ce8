//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int i = 0, a = 0, b = 0, n = __VERIFIER_nondet_int();
  if (!(n >= 0 && n <= 1000000)) return 0;
  while (i < n) {
    if (__VERIFIER_nondet_int()) { a = a + 1; b = b + 2; }
    else { a = a + 2; b = b + 1; }
    i = i + 1;
  }
  check(a + b == 3 * n);
  return 0;
}
