//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int i = 0, x = 0, y = 0, n = __VERIFIER_nondet_int();
  if (!(n > 0)) return 0;
  for (i = 0; i < n; i++) {
    x = x - y;
    check(x == 0);
    y = __VERIFIER_nondet_int();
    if (!(y != 0)) return 0;
    x = x + y;
    check(x != 0);
  }
  check(x == y || n > 1000);
  return 0;
}
