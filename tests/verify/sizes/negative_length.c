//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned int size);
extern void *calloc(unsigned int count, unsigned int size);
extern void free(void *pointer);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), i, k = 0;
  if (n > 1000) return 0;
  if (n <= 0) n = 1;
  int a[n];
  for (i = 0; i < n; i++) { a[i] = i; k++; }
  __VERIFIER_assert(k == n && a[n - 1] == n - 1);
  return 0;
}
