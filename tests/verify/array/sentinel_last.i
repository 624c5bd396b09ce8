//@ verify: true
extern void __VERIFIER_error() __attribute__ ((__noreturn__));
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    ERROR: __VERIFIER_error();
  }
  return;
}
int main(void) {
  int A[900];
  int i;
  for (i = 0; i < 900; i++) A[i] = __VERIFIER_nondet_int();
  A[899] = -1;
  for (i = 0; A[i] != -1; i++) { }
  __VERIFIER_assert(i <= 899);
  return 0;
}
