//@ verify: false
# 1 "accel_diamond_parity_bug.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "accel_diamond_parity_bug.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern unsigned int __VERIFIER_nondet_uint();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  unsigned int a = 0;
  unsigned int b = __VERIFIER_nondet_uint();
  while (a < 77) {
    if (b % 2 == 0) { a += 2; } else { a++; }
  }
  __VERIFIER_assert((a % 2) == (b % 2) && a != 77);
  return 0;
}
