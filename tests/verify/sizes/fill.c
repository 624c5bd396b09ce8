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
  int n = __VERIFIER_nondet_int(), i;
  if (n < 1 || n > 300000) return 0;
  int *a = malloc(n * sizeof(int));
  if (!a) return 0;
  for (i = 0; i < n; i++) a[i] = 5;
  for (i = 0; i < n; i++) __VERIFIER_assert(a[i] == 5);
  free(a);
  return 0;
}
