//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int seen = 0, value = 0, last = 0;
  while (__VERIFIER_nondet_int()) {
    int in = __VERIFIER_nondet_int();
    if (in > 0 && !seen) { seen = 1; value = in; }
    last = in;
    if (seen) __VERIFIER_assert(value > 0);
    else __VERIFIER_assert(value == 0 && last <= 0);
  }
  return 0;
}
