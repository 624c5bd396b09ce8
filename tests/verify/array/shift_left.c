//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int a[10], i, first = __VERIFIER_nondet_int();
  for (i = 0; i < 10; i++) a[i] = first + i;
  for (i = 0; i < 9; i++) a[i] = a[i + 1];
  __VERIFIER_assert(a[0] == first + 1 && a[9] == first + 9);
  return 0;
}
