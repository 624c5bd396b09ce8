//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int x = 0, y = 0;
  while (x < 300) {
    if (x < 100) y += 2;
    else if (x < 200) y += 1;
    else y -= 3;
    x++;
  }
  __VERIFIER_assert(y == 0);
  return 0;
}
