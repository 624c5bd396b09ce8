//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, s = 0, d = 1;
  __VERIFIER_assume(0 <= n && n <= 1000);
  while (i < n) { s += d; d += 2; i++; }
  __VERIFIER_assert(s == n * n);
  return 0;
}
