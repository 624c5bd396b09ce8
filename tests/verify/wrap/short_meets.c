//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  unsigned short a = 0, b = 65535;
  while (a != b) { a++; }
  check(a == 65535);
  return 0;
}
