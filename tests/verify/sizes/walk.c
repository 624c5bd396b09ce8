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
  int n = __VERIFIER_nondet_int(), k = 0;
  if (n < 1 || n > 4000) return 0;
  char *a = malloc(n), *p, *end;
  if (!a) return 0;
  end = a + n;
  for (p = a; p < end; p++) { *p = 3; k++; }
  __VERIFIER_assert(k == n && a[n - 1] == 3);
  return 0;
}
