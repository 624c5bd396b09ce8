//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  unsigned int x = 1, n = 0;
  while (n < 20) { x = x * 2; n++; }
  __VERIFIER_assert(x == 1048576);
  return 0;
}
