//@ verify: true
# 1 "accel_wrap_even.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "accel_wrap_even.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  unsigned int z = 12;
  while (z >= 12) z += 2;
  __VERIFIER_assert(z % 2 == 0);
  return 0;
}
