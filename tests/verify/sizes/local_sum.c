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
  int a[n], b[n], c[n];
  for (i = 0; i < n; i++) c[i] = a[i] + b[i];
  for (i = 0; i < n; i++) __VERIFIER_assert(c[i] == a[i] + b[i]);
  return 0;
}
