//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
extern void *malloc(unsigned int size);
int main(void) {
  int i, n;
  int *x;
  n = __VERIFIER_nondet_int();
  if (!(0 < n && n <= 1000)) return 0;
  x = (int *)malloc(n * sizeof(int));
  for (i = 0; i < n; i++) x[i] = 0;
  for (i = 0; i < n; i++) __VERIFIER_assert(x[i] == 0);
  return 0;
}
