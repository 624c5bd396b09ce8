//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int i, j, x, y, z = 0;
  i = __VERIFIER_nondet_int();
  j = __VERIFIER_nondet_int();
  if (!(i >= 0 && i <= 1000000)) return 0;
  if (!(j >= 0)) return 0;
  x = i; y = j;
  while (x != 0) { x--; y -= 2; z++; }
  if (i == j) check(y == -z);
  return 0;
}
