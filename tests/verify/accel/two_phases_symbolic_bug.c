//@ verify: false unknown-ok
extern void __VERIFIER_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  unsigned int x = 1, y = __VERIFIER_nondet_uint();
  if (!(y > 0)) return 0;
  while (x < y) {
    if (x < y / x) { x *= 2; } else { x++; }
  }
  __VERIFIER_assert(x != y);
  return 0;
}
