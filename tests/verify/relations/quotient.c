//@ verify: true unknown-ok
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  unsigned int a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), q = 0, r;
  __VERIFIER_assume(b > 0 && b < 1000 && a < 100000);
  r = a;
  while (r >= b) { r = r - b; q = q + 1; }
  __VERIFIER_assert(r < b);
  __VERIFIER_assert(q <= a);
  return 0;
}
