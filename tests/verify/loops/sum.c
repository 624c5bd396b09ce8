//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
#define a (3)
int main(void) {
  int i, n = __VERIFIER_nondet_int(), sn = 0;
  if (!(n < 1000 && n >= -1000)) return 0;
  for (i = 1; i <= n; i++) sn = sn + a;
  __VERIFIER_assert(sn == n * a || sn == 0);
  return 0;
}
