//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int i, j, k, n = __VERIFIER_nondet_int(), l = __VERIFIER_nondet_int();
  __VERIFIER_assume(n < 1000000 && l > 0);
  for (i = 0; i < n; i++)
    for (j = 2 * i; j < 3 * i; j++)
      for (k = i; k < j; k++) __VERIFIER_assert(k - i <= 2 * n);
  return 0;
}
