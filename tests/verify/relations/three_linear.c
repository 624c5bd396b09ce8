//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int a = 0, b = 0, c = 0, n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 0 && n < 100000);
  while (a + b < n) {
    if (__VERIFIER_nondet_int()) { a++; c += 2; }
    else { b++; c += 2; }
  }
  __VERIFIER_assert(c == 2 * (a + b));
  __VERIFIER_assert(a + b == n);
  return 0;
}
