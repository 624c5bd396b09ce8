//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  unsigned int i = __VERIFIER_nondet_uint(), n = 0;
  while (i != 0 && n < 40) { i = i * 4; n++; }
  __VERIFIER_assert(n <= 16);
  return 0;
}
