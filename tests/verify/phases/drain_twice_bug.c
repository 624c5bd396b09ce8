//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), i, k = 0;
  __VERIFIER_assume(0 <= n && n <= 100);
  __VERIFIER_assume(0 <= m && m <= 100);
  for (i = 0; i < n; i++) k++;
  for (i = 0; i < m; i++) k += 2;
  for (i = 0; i < m; i++) k -= 2;
  for (i = 0; i <= n; i++) { __VERIFIER_assert(k > 0); k--; }
  return 0;
}
