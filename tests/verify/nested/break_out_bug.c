//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int i, j, found = 0, n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 0 && n < 50);
  for (i = 0; i < n; i++) {
    for (j = 0; j < n; j++) if (i * j == 42) { found = 1; break; }
    if (found) break;
  }
  __VERIFIER_assert(!found);
  return 0;
}
