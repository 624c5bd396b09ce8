//@ verify: true unknown-ok
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
#define SZ 512
int main(void) {
  unsigned int A[SZ], i;
  for (i = 0; i < SZ - 1; i++) A[i] = __VERIFIER_nondet_uint();
  A[SZ - 1] = 0;
  i = 0;
  while (A[i] != 0) i++;
  __VERIFIER_assert(i <= SZ);
  return 0;
}
