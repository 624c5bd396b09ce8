//@ verify: false
# 1 "accel_underapprox_powers_bug.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "accel_underapprox_powers_bug.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  unsigned int x = 0, y = 1;
  while (x < 6) { x++; y *= 3; }
  __VERIFIER_assert(y % 3);
  return 0;
}
