//@ verify: false
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar(), n = 0;
  while (x != 1 && n < 200) { x = x + 2; n++; }
  __VERIFIER_assert(x == 1);
  return 0;
}
