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
int a[500], b[500];
int main(void) {
  int i, n = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 < n && n <= 500);
  for (i = 0; i < n; i++) b[n - 1 - i] = a[i];
  for (i = 0; i < n; i++) __VERIFIER_assert(b[i] == a[n - 1 - i]);
  return 0;
}
