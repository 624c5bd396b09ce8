//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int x = 0, y, z, t = 0;
  while (x < 10000) {
    y = 0; z = 0;
    while (y < 3) { y++; t = t + 1; }
    while (z < 2) { z++; t = t - 1; }
    x++;
    __VERIFIER_assert(t == x);
  }
  return 0;
}
