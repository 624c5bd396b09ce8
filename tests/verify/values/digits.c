//@ verify: true
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint(), n = 0;
  do { x = x / 10; n++; } while (x > 0);
  __VERIFIER_assert(n >= 1 && n <= 10);
  return 0;
}
