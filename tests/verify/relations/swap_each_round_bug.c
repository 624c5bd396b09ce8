//@ verify: false
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int x = 1, y = 2, t;
  unsigned int k = 0, n = __VERIFIER_nondet_uint();
  while (k < n) { t = x; x = y; y = t; k++; }
  __VERIFIER_assert(x == 1);
  return 0;
}
