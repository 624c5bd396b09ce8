//@ verify: false
# 1 "invgen_large_const_bug.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "invgen_large_const_bug.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int c1 = 4000, c2 = 2, c3 = 10000;
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
  while (j < n) { __VERIFIER_assert(k > 2); j++; k--; }
  return 0;
}
