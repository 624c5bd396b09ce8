//@ verify: false
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
char s[8], t[8];
int main(void) {
  int i = 0;
  for (i = 0; i < 7; i++) { s[i] = __VERIFIER_nondet_char(); t[i] = __VERIFIER_nondet_char(); }
  s[7] = 0; t[7] = 0;
  i = 0;
  while (s[i] == t[i] && s[i] != 0) i++;
  __VERIFIER_assert(i < 5);
  return 0;
}
