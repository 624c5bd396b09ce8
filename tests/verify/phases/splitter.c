//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int x = 0, y = 0, n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 10 && n < 100000);
  while (x < 2 * n) {
    if (x < n) y++; else y--;
    x++;
  }
  __VERIFIER_assert(y == 0);
  return 0;
}
