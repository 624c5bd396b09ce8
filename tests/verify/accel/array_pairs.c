//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern void __VERIFIER_assume(int);
extern unsigned int __VERIFIER_nondet_uint();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
#define SZ 1024
int main(void) {
  unsigned int A[SZ], B[SZ];
  unsigned int i, tmp;
  for (i = 0; i < SZ; i++) A[i] = __VERIFIER_nondet_uint();
  for (i = 0; i < SZ; i++) B[i] = A[i];
  i = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < SZ);
  tmp = A[i];
  check(B[i] == tmp);
  return 0;
}
