//@ verify: false
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
#define N 100000
int a[N];
int main(void) {
  int i, k = __VERIFIER_nondet_int();
  for (i = 0; i < N - 1; i++) a[i] = 42;
  if (!(0 <= k && k < N)) return 0;
  check(a[k] == 42);
  return 0;
}
