//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (!(y <= 1000000)) return 0;
  if (y > 0) {
    while (x < 100) { x = x + y; }
  }
  __VERIFIER_assert(y <= 0 || (y > 0 && x >= 100));
  return 0;
}
