//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int x = 1, y = 0;
  while (y < 1000 && __VERIFIER_nondet_int()) { x = x + y; y = y + 1; }
  __VERIFIER_assert(x >= y);
  return 0;
}
