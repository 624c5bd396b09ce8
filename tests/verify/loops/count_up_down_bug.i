//@ verify: false
# 1 "loops_count_up_down_bug.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "loops_count_up_down_bug.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern unsigned int __VERIFIER_nondet_uint();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int x = n, y = 0;
  while (x > 0) { x--; y++; }
  __VERIFIER_assert(y != n);
  return 0;
}
