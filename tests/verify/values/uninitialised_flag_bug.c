//@ verify: false
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int flag, i = 0;
  while (i < 5) {
    if (flag == i) i = i + 2;
    i = i + 1;
  }
  __VERIFIER_assert(i == 5);
  return 0;
}
