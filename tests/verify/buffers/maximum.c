//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int a[300];
int main(void) {
  int i, n = __VERIFIER_nondet_int(), max;
  __VERIFIER_assume(0 < n && n <= 300);
  for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  max = a[0];
  for (i = 1; i < n; i++) if (a[i] > max) max = a[i];
  for (i = 0; i < n; i++) __VERIFIER_assert(a[i] <= max);
  return 0;
}
