//@ verify: false unknown-ok
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int a[6], i, j, t;
  for (i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int();
  for (j = 0; j < 4; j++)
    for (i = 0; i < 5; i++)
      if (a[i] > a[i + 1]) { t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; }
  for (i = 0; i < 5; i++) check(a[i] <= a[i + 1]);
  return 0;
}
