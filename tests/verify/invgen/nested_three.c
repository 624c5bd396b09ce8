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
  int i, j, k, n, l, m;
  n = __VERIFIER_nondet_int();
  m = __VERIFIER_nondet_int();
  l = __VERIFIER_nondet_int();
  if (!(-1000000 < n && n < 1000000)) return 0;
  if (!(-1000000 < m && m < 1000000)) return 0;
  if (!(-1000000 < l && l < 1000000)) return 0;
  if (3 * n <= m + l) {} else return 0;
  for (i = 0; i < n; i++)
    for (j = 2 * i; j < 3 * i; j++)
      for (k = i; k < j; k++)
        __VERIFIER_assert(k - i <= 2 * n);
  return 0;
}
