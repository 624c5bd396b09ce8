//@ verify: true unknown-ok
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), p = 0, i = 0;
  __VERIFIER_assume(0 <= a && a <= 1000);
  __VERIFIER_assume(0 <= b && b <= 1000);
  while (i < b) { p += a; i++; }
  __VERIFIER_assert(p == a * b);
  return 0;
}
