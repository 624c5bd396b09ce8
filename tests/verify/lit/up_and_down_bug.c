//@ verify: false
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int x = 0, y = 0;
  while (1) {
    if (x < 50) { y++; } else { y--; }
    if (y < 0) break;
    x++;
  }
  __VERIFIER_assert(x == 99);
  return 0;
}
