//@ verify: false
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint(), i;
  int A[8], B[8], C[8];
  if (!(n < 8)) return 0;
  for (i = 0; i < n; i++) A[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++) B[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++) C[i] = A[i] + B[i];
  for (i = 0; i < n; i++) __VERIFIER_assert(C[i] == A[i] - B[i]);
  return 0;
}
