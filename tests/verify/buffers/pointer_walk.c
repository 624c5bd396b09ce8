//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int a[1024];
int main(void) {
  int n = __VERIFIER_nondet_int(), count = 0;
  int *p, *end;
  __VERIFIER_assume(0 <= n && n <= 1024);
  end = a + n;
  for (p = a; p < end; p++) { *p = 1; count++; }
  __VERIFIER_assert(count == n);
  __VERIFIER_assert(p == a + n);
  return 0;
}
