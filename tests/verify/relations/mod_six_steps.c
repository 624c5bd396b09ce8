//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int x = 0;
  int limit = __VERIFIER_nondet_int();
  __VERIFIER_assume(limit < 1000000);
  while (x < limit) {
    if (__VERIFIER_nondet_int()) x += 6; else x += 15;
  }
  __VERIFIER_assert(x % 3 == 0);
  return 0;
}
