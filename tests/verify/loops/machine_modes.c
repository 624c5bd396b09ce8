//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int mode = 0, ticks = 0, in;
  while (1) {
    in = __VERIFIER_nondet_int();
    switch (mode) {
    case 0: if (in > 0) mode = 1; break;
    case 1: ticks = 3; mode = 2; break;
    case 2: ticks--; if (ticks == 0) mode = 0; break;
    default: check(0);
    }
    if (in == 99) break;
  }
  check(ticks >= 0 && ticks <= 3);
  return 0;
}
