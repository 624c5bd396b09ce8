//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  unsigned int x = 0xfffffff0u, n = 0;
  while (x != 0) { x++; n++; }
  __VERIFIER_assert(n == 16);
  return 0;
}
