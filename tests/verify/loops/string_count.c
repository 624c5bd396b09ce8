//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern char __VERIFIER_nondet_char();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  char s[6];
  int i, nc = 0, no = 0;
  char c = __VERIFIER_nondet_char();
  for (i = 0; i < 5; i++) s[i] = __VERIFIER_nondet_char();
  s[5] = '\0';
  for (i = 0; i < 5; i++) { if (s[i] == c) nc++; else no++; }
  check(nc + no == 5);
  return 0;
}
