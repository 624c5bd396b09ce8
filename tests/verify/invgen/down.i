//@ verify: true
# 1 "invgen_down.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "invgen_down.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int n = __VERIFIER_nondet_int(), k, i, j;
  k = 0; i = 0;
  while (i < n) { i++; k++; }
  j = n;
  while (j > 0) { __VERIFIER_assert(k > 0); j--; k--; }
  return 0;
}
