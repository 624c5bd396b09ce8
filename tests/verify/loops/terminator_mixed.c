//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  int go;
  if (!(x > -100 && x < 200 && z > 100 && z < 200)) return 0;
  while (x < 100 && z > 100) {
    go = __VERIFIER_nondet_int();
    if (go) { x++; } else { x--; z--; }
  }
  check(x >= 100 || z <= 100);
  return 0;
}
