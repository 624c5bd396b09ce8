//@ verify: false unknown-ok
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
extern unsigned int __VERIFIER_nondet_uint();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  unsigned int nl = __VERIFIER_nondet_uint(), nc = __VERIFIER_nondet_uint();
  int maior = __VERIFIER_nondet_int();
  unsigned int j, k;
  int m[6][6];
  if (!(nl > 0 && nl < 6 && nc > 0 && nc < 6)) return 0;
  for (j = 0; j < nl; j++)
    for (k = 0; k < nc; k++) {
      m[j][k] = __VERIFIER_nondet_int();
      if (m[j][k] > maior) maior = m[j][k];
    }
  for (j = 0; j < nl; j++)
    for (k = 0; k < nc; k++) check(m[j][k] < maior);
  return 0;
}
