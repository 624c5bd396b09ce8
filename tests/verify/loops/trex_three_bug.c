//@ verify: false
extern void __VERIFIER_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  unsigned int x1 = __VERIFIER_nondet_uint(), x2 = __VERIFIER_nondet_uint(), x3 = __VERIFIER_nondet_uint();
  int c1, c2;
  while (x1 > 0 && x2 > 0 && x3 > 0) {
    c1 = __VERIFIER_nondet_bool();
    c2 = __VERIFIER_nondet_bool();
    if (c1) x1 = x1 - 1;
    else if (c2) x2 = x2 - 1;
    else x3 = x3 - 1;
  }
  __VERIFIER_assert(x1 == 0 && x2 == 0);
  return 0;
}
