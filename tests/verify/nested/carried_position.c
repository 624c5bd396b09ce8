//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), pos = 0, words = 0;
  __VERIFIER_assume(n >= 0 && n <= 1000000);
  while (pos < n) {
    while (pos < n && __VERIFIER_nondet_int()) pos++;
    if (pos < n) { words++; pos++; }
    __VERIFIER_assert(words <= pos);
    __VERIFIER_assert(pos <= n);
  }
  __VERIFIER_assert(words <= n);
  return 0;
}
