//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  unsigned int x = 0, y = 1;
  while (x < 6) { x++; y *= 2; }
  check(y % 3);
  return 0;
}
