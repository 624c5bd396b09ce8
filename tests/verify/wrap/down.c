//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  unsigned int i = 7, n = 0;
  while (i != 0xfffffff8u) { i -= 3; n++; }
  check(n * 3 == 15);
  return 0;
}
