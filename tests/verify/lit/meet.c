//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int i = 1, j = 12;
  while (j >= i) { i = i + 2; j = j - 1; }
  __VERIFIER_assert(j == 8);
  return 0;
}
