//@ verify: false
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int x = 0, y = 50;
  while (x < 100) {
    x = x + 1;
    if (x > 50) y = y + 1;
  }
  __VERIFIER_assert(y == 101);
  return 0;
}
