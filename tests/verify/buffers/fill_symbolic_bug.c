//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int a[2048];
int main(void) {
  int i, n = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 < n && n < 2048);
  for (i = 0; i < n; i++) a[i] = 7;
  for (i = 0; i <= n; i++) __VERIFIER_assert(a[i] == 7);
  return 0;
}
