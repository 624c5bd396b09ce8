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
int find(int *a, unsigned int n, int key) {
  unsigned int j = 0;
  while (j < n && a[j] != key) j++;
  return j < n;
}
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint() / 8 + 1;
  int a[n];
  a[n / 2] = 9;
  __VERIFIER_assert(find(a, n, 9));
  return 0;
}
