//@ verify: false
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int a[4096];
int main(void) {
  unsigned int i = 0, n = __VERIFIER_nondet_uint(), at = __VERIFIER_nondet_uint(), other = __VERIFIER_nondet_uint();
  int key = __VERIFIER_nondet_int();
  if (n > 4096 || at >= n || other >= n) return 0;
  a[at] = key;
  a[other] = 7;
  while (i < n && a[i] != key) i++;
  __VERIFIER_assert(i <= at);
  return 0;
}
