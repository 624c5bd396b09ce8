//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  unsigned int x = 0, r = 0;
  while (__VERIFIER_nondet_int()) {
    x = x + 1;
    r = r + 1;
    if (r == 3) r = 0;
    if (x >= 3000000) { x = 0; r = 0; }
  }
  __VERIFIER_assert(x % 3 == r);
  return 0;
}
