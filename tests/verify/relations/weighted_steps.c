//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int x = 0, y = 0, z = 0;
  while (__VERIFIER_nondet_int()) {
    if (x > 10000) break;
    if (__VERIFIER_nondet_int()) { x += 3; y += 1; }
    else { x += 6; y += 2; z += 1; }
  }
  __VERIFIER_assert(x == 3 * y);
  __VERIFIER_assert(z <= y);
  return 0;
}
