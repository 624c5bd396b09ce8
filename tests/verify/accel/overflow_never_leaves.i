//@ verify: true
# 1 "accel_overflow_never_leaves.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "accel_overflow_never_leaves.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  unsigned int x = 10;
  while (x >= 10) { x += 2; if (x == 11) goto out; }
  return 0;
out:
  __VERIFIER_assert(0);
  return 0;
}
