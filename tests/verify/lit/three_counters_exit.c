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
  int i, j, k;
  i = 1; j = 1; k = __VERIFIER_nondet_int();
  if (!(0 <= k && k <= 1)) return 0;
  while (i < 5000) { i = i + 1; j = j + k; k = k - 1; }
  __VERIFIER_assert(i + k >= 1 && i + k <= 2 && i >= 1);
  return 0;
}
