//@ verify: true unknown-ok
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
  unsigned int n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  char *a = malloc(n), *b = malloc(n);
  if (!a || !b || i >= n) return 0;
  __VERIFIER_assert(&a[i] != &b[0]);
  return 0;
}
