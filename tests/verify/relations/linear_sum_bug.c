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
  int n = __VERIFIER_nondet_int(), x = n, y = 0;
  __VERIFIER_assume(n >= 0 && n < 1000);
  while (x > 0) {
    x--;
    if (x != 17) y++;
  }
  __VERIFIER_assert(y == n);
  return 0;
}
