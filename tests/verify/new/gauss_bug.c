//@ verify: false
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int n, sum, i;
  n = __VERIFIER_nondet_int();
  if (!(1 <= n && n <= 1000)) return 0;
  sum = 0;
  for (i = 1; i <= n; i++) sum = sum + i;
  check(2 * sum == n * (n + 1) - (n == 613));
  return 0;
}
