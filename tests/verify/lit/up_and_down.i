//@ verify: true
# 1 "lit_up_and_down.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "lit_up_and_down.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int x = 0, y = 0;
  while (1) {
    if (x < 50) { y++; } else { y--; }
    if (y < 0) break;
    x++;
  }
  __VERIFIER_assert(x == 100);
  return 0;
}
