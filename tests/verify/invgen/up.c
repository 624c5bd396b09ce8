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
  int n = __VERIFIER_nondet_int(), k = 0, i = 0, j = 0;
  while (i < n) { i++; k++; }
  while (j < n) { __VERIFIER_assert(k > 0); j++; k--; }
  return 0;
}
