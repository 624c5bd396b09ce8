//@ verify: false
# 1 "accel_phases_mod_bug.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "accel_phases_mod_bug.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  unsigned int x = 0;
  while (x < 0x0fffffff) {
    if (x < 0xfff1) { x++; } else { x += 2; }
  }
  __VERIFIER_assert(!(x % 2));
  return 0;
}
