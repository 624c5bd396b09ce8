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
  int x = __VERIFIER_nondet_int(), steps = 0;
  __VERIFIER_assume(x > 0 && x < 1000000);
  while (x != 1 && steps < 100 && x < 10000000) {
    if (x % 2 == 0) x = x / 2; else x = 3 * x + 1;
    steps++;
    __VERIFIER_assert(x > 0);
  }
  return 0;
}
