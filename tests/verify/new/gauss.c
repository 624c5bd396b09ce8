//@ verify: true
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int n, sum, i;
  n = __VERIFIER_nondet_int();
  if (!(1 <= n && n <= 1000)) return 0;
  sum = 0;
  for (i = 1; i <= n; i++) sum = sum + i;
  __VERIFIER_assert(2 * sum == n * (n + 1));
  return 0;
}
