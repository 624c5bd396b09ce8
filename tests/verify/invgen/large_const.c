//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int c1 = 4000, c2 = 2000, c3 = 10000;
  int n, v, i, k, j;
  n = __VERIFIER_nondet_int();
  if (!(0 <= n && n < 10)) return 0;
  k = 0; i = 0;
  while (i < n) {
    i++;
    v = __VERIFIER_nondet_int();
    if (!(v >= 0 && v <= 2)) return 0;
    if (v == 0) k += c1;
    else if (v == 1) k += c2;
    else k += c3;
  }
  j = 0;
  while (j < n) { check(k > 0); j++; k--; }
  return 0;
}
