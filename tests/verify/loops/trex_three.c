//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  unsigned int x1 = __VERIFIER_nondet_uint(), x2 = __VERIFIER_nondet_uint(), x3 = __VERIFIER_nondet_uint();
  int d1 = 1, d2 = 1, d3 = 1, c1, c2;
  while (x1 > 0 && x2 > 0 && x3 > 0) {
    c1 = __VERIFIER_nondet_bool();
    c2 = __VERIFIER_nondet_bool();
    if (c1) x1 = x1 - d1;
    else if (c2) x2 = x2 - d2;
    else x3 = x3 - d3;
  }
  __VERIFIER_assert(x1 == 0 || x2 == 0 || x3 == 0);
  return 0;
}
