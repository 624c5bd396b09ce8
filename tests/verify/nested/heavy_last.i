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
  int i, j, k, s = 0;
  for (i = 0; i < 40000; i++) {
    for (j = 0; j < 30000; j++) {
      if (i == j) s = 0; else s = 1;
    }
    for (k = 0; k < 3; k++) s = s + 2;
  }
  __VERIFIER_assert(s == 7);
  return 0;
}
