//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  unsigned int x = 0;
  while (x < 0x0fffffff) {
    if (x < 0xfff0) { x++; } else { x += 2; }
  }
  check(!(x % 2));
  return 0;
}
