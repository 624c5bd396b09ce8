//@ verify: true
extern void __VERIFIER_error() __attribute__ ((__noreturn__));
extern void __VERIFIER_assume(int);
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    ERROR: __VERIFIER_error();
  }
  return;
}
int main() {
  int i, j, k;
  i = 0; k = 11; j = 1;
  while (i <= 900) {
    i = i + 1;
    while (j < 15) { j = j + 1; k = k - 1; }
  }
  __VERIFIER_assert(k == -3);
  return 0;
}
