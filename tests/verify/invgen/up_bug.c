//@ verify: false
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int n = __VERIFIER_nondet_int(), k = 0, i = 0, j = 0;
  while (i < n) { i++; k++; }
  while (j < n) { check(k > 1); j++; k--; }
  return 0;
}
