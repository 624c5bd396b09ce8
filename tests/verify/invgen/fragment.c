//@ verify: true
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int i, pvlen, t, k = 0, n;
  i = 0;
  pvlen = __VERIFIER_nondet_int();
  while (__VERIFIER_nondet_int() && i <= 1000000) i = i + 1;
  if (i > pvlen) pvlen = i;
  i = 0;
  while (__VERIFIER_nondet_int() && i <= 1000000) { t = i; i = i + 1; k = k + 1; }
  while (__VERIFIER_nondet_int()) ;
  int j = 0;
  n = i;
  while (1) {
    __VERIFIER_assert(k >= 0);
    k = k - 1;
    i = i - 1;
    j = j + 1;
    if (j >= n) break;
  }
  return 0;
}
