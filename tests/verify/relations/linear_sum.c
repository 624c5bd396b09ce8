//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), x = n, y = 0;
  __VERIFIER_assume(n >= 0);
  while (x > 0) {
    x--;
    y++;
    __VERIFIER_assert(x + y == n);
  }
  __VERIFIER_assert(y == n);
  return 0;
}
