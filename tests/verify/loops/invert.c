//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern char __VERIFIER_nondet_char(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  char s[6], t[6];
  int i, j;
  for (i = 0; i < 5; i++) s[i] = __VERIFIER_nondet_char();
  s[5] = 0;
  j = 0;
  for (i = 4; i >= 0; i--) { t[j] = s[i]; j++; }
  j = 4;
  for (i = 0; i < 5; i++) { __VERIFIER_assert(s[j] == t[i]); j--; }
  return 0;
}
