//@ verify: true
# 1 "lit_nested_fixed.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "lit_nested_fixed.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int i, j, k;
  i = 0; j = 0;
  while (i < 100) {
    j = 0;
    while (j < 20) { j = j + 1; }
    k = j;
    while (k < 30) { k = k + 1; }
    i = i + 4;
  }
  __VERIFIER_assert(i == 100);
  __VERIFIER_assert(j == 20);
  __VERIFIER_assert(k == 30);
  return 0;
}
