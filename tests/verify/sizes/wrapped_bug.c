//@ verify: false
//@ property: valid-memsafety
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
  unsigned int n = __VERIFIER_nondet_uint();
  if (n < 2) return 0;
  int *a = malloc(n * sizeof(int));
  if (!a) return 0;
  a[n - 1] = 0;
  free(a);
  return 0;
}
