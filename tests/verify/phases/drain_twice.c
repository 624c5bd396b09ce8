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
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), i, k = 0;
  __VERIFIER_assume(0 <= n && n <= 100000);
  __VERIFIER_assume(0 <= m && m <= 100000);
  for (i = 0; i < n; i++) k++;
  for (i = 0; i < m; i++) k += 2;
  for (i = 0; i < n; i++) { __VERIFIER_assert(k > 0); k--; }
  for (i = 0; i < m; i++) { __VERIFIER_assert(k > 1); k -= 2; }
  __VERIFIER_assert(k == 0);
  return 0;
}
