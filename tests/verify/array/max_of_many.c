//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
#define N 100000
int main(void) {
  int a[N], i = 0, max;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  max = a[0];
  for (i = 1; i < N; i++) if (a[i] > max) max = a[i];
  for (i = 0; i < N; i++) __VERIFIER_assert(a[i] <= max);
  return 0;
}
