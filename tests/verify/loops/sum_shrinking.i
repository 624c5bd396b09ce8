//@ verify: true
extern void __VERIFIER_error() __attribute__ ((__noreturn__));
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    ERROR: __VERIFIER_error();
  }
  return;
}
int main() {
  int i, n = __VERIFIER_nondet_int(), sn = 0;
  int j = 10;
  if (!(n < 9 && n >= -1000)) return 0;
  for (i = 1; i <= n; i++) {
    if (i < j) sn = sn + 3;
    j--;
    if (j < i) j = i + 1;
  }
  __VERIFIER_assert(sn <= n * 3 || sn == 0);
  return 0;
}
