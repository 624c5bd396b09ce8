//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int offset, length, nlen = __VERIFIER_nondet_int();
  int i, j;
  for (i = 0; i < nlen; i++) {
    for (j = 0; j < 8; j++) {
      __VERIFIER_assert(0 <= nlen - 1 - i);
      __VERIFIER_assert(nlen - 1 - i < nlen);
    }
  }
  return 0;
}
