//@ verify: true
# 1 "accel_const_even.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "accel_const_even.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
unsigned int step(unsigned int v) { return v + 2; }
int main() {
  unsigned int i = 0;
  while (i < 0x0ffffff0) i = step(i);
  __VERIFIER_assert(!(i % 2));
  return 0;
}
