//@ verify: true unknown-ok
extern void __VERIFIER_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  unsigned int v = __VERIFIER_nondet_uint(), bits = 0;
  while (v) { v &= v - 1; bits++; }
  __VERIFIER_assert(bits <= 32);
  return 0;
}
