//@ verify: true
# 1 "copy_symbolic.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "copy_symbolic.c"
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int a[1000], b[1000];
int main(void) {
  int i, n = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 < n && n <= 1000);
  for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++) b[i] = a[i];
  for (i = 0; i < n; i++) __VERIFIER_assert(a[i] == b[i]);
  return 0;
}
