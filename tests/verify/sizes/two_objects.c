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
  unsigned int n = __VERIFIER_nondet_uint(), i;
  char *a = malloc(n), *b = malloc(n);
  if (!a || !b) return 0;
  for (i = 0; i < n; i++) { a[i] = 1; b[i] = 2; }
  for (i = 0; i < n; i++) __VERIFIER_assert(a[i] == 1 && b[i] == 2);
  return 0;
}
