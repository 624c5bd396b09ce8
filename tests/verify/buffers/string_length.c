//@ verify: true
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
char s[32];
int main(void) {
  int i, n = 0, m = 0;
  for (i = 0; i < 31; i++) s[i] = __VERIFIER_nondet_char();
  s[31] = 0;
  while (s[n] != 0) n++;
  for (i = 0; i < n; i++) if (s[i] != 0) m++;
  __VERIFIER_assert(n <= 31);
  __VERIFIER_assert(m == n);
  return 0;
}
