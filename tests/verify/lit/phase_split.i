//@ verify: true
# 1 "lit_phase_split.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "lit_phase_split.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int x = 0, y = 50;
  while (x < 100) {
    x = x + 1;
    if (x > 50) y = y + 1;
  }
  __VERIFIER_assert(y == 100);
  return 0;
}
