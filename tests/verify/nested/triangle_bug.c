//@ verify: false
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
  int i, j, n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  __VERIFIER_assume(n < 100000 && m <= n + 1);
  for (i = 0; i < n; i++)
    for (j = i; j < m; j++) __VERIFIER_assert(j < n);
  return 0;
}
