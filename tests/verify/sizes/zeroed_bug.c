//@ verify: false
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
  unsigned int n = __VERIFIER_nondet_uint(), i;
  if (n < 20 || n > 5000) return 0;
  int *a = calloc(n, sizeof(int));
  if (!a) return 0;
  a[n - 1] = 1;
  for (i = 0; i < n; i++) __VERIFIER_assert(a[i] == 0);
  return 0;
}
