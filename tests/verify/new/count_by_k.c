//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int i, k = __VERIFIER_nondet_int();
  if (!(0 <= k && k <= 10)) return 0;
  for (i = 0; i < 1000000 * k; i += k) ;
  check(i == 1000000 * k);
  return 0;
}
