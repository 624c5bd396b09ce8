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
  int n, i, k, j;
  n = __VERIFIER_nondet_int();
  if (!(n <= 1000000)) return 0;
  k = n; i = 0;
  while (i < n) { k--; i += 2; }
  j = 0;
  while (j < n / 2) { __VERIFIER_assert(k > 0); k--; j++; }
  return 0;
}
