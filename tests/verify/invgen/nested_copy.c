//@ verify: true unknown-ok
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int i, j, k, n;
  k = __VERIFIER_nondet_int();
  n = __VERIFIER_nondet_int();
  if (!(n < 1000000)) return 0;
  if (k == n) {} else return 0;
  for (i = 0; i < n; i++) {
    for (j = 2 * i; j < n; j++) {
      if (__VERIFIER_nondet_int()) {
        for (k = j; k < n; k++) check(k >= 2 * i);
      } else {
        check(k >= n);
        check(k <= n);
      }
    }
  }
  return 0;
}
