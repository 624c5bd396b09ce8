//@ verify: false
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
#define a (2)
int main(void) {
  int i, j = 10, n = __VERIFIER_nondet_int(), sn = 0;
  for (i = 1; i <= n; i++) {
    if (i < j) sn = sn + a;
    j--;
  }
  __VERIFIER_assert(sn == n * a || sn == 0);
  return 0;
}
