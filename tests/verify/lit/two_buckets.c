//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int r, c;
  if (!(a <= 1000000)) return 0;
  if (!(0 <= b && b <= 1000000)) return 0;
  r = a; c = 0;
  while (c < b) { r = r + 1; c = c + 1; }
  check(r == a + b);
  return 0;
}
