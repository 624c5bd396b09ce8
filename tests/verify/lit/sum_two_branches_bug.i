//@ verify: false
# 1 "lit_sum_two_branches_bug.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "lit_sum_two_branches_bug.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int i = 0, a = 0, b = 0, n = __VERIFIER_nondet_int();
  if (!(n >= 0 && n <= 1000000)) return 0;
  while (i < n) {
    if (__VERIFIER_nondet_int()) { a = a + 1; b = b + 2; }
    else { a = a + 2; b = b + 1; }
    i = i + 1;
  }
  __VERIFIER_assert(a <= 2 * n - 3 || n == 0);
  return 0;
}
