//@ verify: false unknown-ok
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern void __VERIFIER_assume(int);
extern unsigned int __VERIFIER_nondet_uint();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
#define SZ 1024
int main() {
  unsigned int A[SZ], B[SZ];
  unsigned int i, tmp;
  for (i = 0; i < SZ; i++) A[i] = __VERIFIER_nondet_uint();
  for (i = 0; i < SZ - 1; i++) B[i] = A[i];
  B[SZ - 1] = 5;
  i = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < SZ);
  tmp = A[i];
  __VERIFIER_assert(B[i] == tmp);
  return 0;
}
