//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int i, k, n, l;
  n = __VERIFIER_nondet_int();
  l = __VERIFIER_nondet_int();
  if (!(l > 0)) return 0;
  if (!(l < 1000000)) return 0;
  if (!(n < 1000000)) return 0;
  for (k = 1; k < n; k++) {
    for (i = l; i < n; i++) __VERIFIER_assert(1 <= i);
    if (__VERIFIER_nondet_int()) l = l + 1;
  }
  return 0;
}
