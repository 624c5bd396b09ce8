//@ verify: false
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int x = 0, m = 0, n = __VERIFIER_nondet_int();
  while (x < n) {
    if (__VERIFIER_nondet_int()) m = x;
    x = x + 1;
  }
  check(m < n - 1 || n <= 0);
  return 0;
}
