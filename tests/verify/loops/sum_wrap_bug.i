//@ verify: false
# 1 "loops_sum_wrap_bug.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "loops_sum_wrap_bug.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  unsigned int sn = 0, x = 0;
  while (1) {
    if (x < 10) sn = sn + 2;
    x++;
    __VERIFIER_assert(sn == x * 2 || sn == 0);
  }
  return 0;
}
