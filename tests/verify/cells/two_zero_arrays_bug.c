//@ verify: false
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int a[3000], b[3000];
int main(void) {
  unsigned int i, at = __VERIFIER_nondet_uint();
  if (at >= 3000) return 0;
  b[at] = 1;
  for (i = 0; i < 3000; i++) a[i] = b[i];
  for (i = 0; i < 3000; i++) __VERIFIER_assert(a[i] == 0);
  return 0;
}
