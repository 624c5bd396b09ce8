//@ verify: false
extern void __VERIFIER_error(void);
extern char __VERIFIER_nondet_char(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  char s[6], t[6];
  int i, j;
  for (i = 0; i < 5; i++) s[i] = __VERIFIER_nondet_char();
  s[5] = 0;
  j = 0;
  for (i = 5; i >= 0; i--) { if (j < 6) t[j] = s[i]; j++; }
  j = 4;
  for (i = 0; i < 5; i++) { __VERIFIER_assert(s[j] == t[i]); j--; }
  return 0;
}
