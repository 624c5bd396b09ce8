//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  unsigned int x = 0, y = 0;
  while (x < 0x0fffffff) {
    y = 0;
    while (y < 10) y++;
    x++;
  }
  __VERIFIER_assert(x == 0x0fffffff);
  __VERIFIER_assert(y == 10);
  return 0;
}
