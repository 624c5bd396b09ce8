//@ verify: true
# 1 "lit_zero_array.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "lit_zero_array.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int x[60];
  int i, n = 60;
  for (i = 0; i < n; i++) x[i] = 0;
  for (i = 0; i < n; i++) __VERIFIER_assert(x[i] == 0);
  return 0;
}
