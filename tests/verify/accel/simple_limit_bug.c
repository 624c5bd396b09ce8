//@ verify: false
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  unsigned int n = 0;
  while (n < 0x0ffffffd) n += 3;
  check(n == 0x0ffffffd);
  return 0;
}
