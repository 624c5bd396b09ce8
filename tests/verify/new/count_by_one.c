//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int i;
  for (i = 0; i < 3000000; i++) ;
  check(i == 3000000);
  return 0;
}
