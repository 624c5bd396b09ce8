//@ verify: true
# 1 "loops_sum_array.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "loops_sum_array.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
extern unsigned int __VERIFIER_nondet_uint();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  unsigned int n = __VERIFIER_nondet_uint(), i;
  int A[8], B[8], C[8];
  if (!(n < 8)) return 0;
  for (i = 0; i < n; i++) A[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++) B[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++) C[i] = A[i] + B[i];
  for (i = 0; i < n; i++) __VERIFIER_assert(C[i] == A[i] + B[i]);
  return 0;
}
