//@ verify: false
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int i = 0, k = 0;
  while (i < 1000000) {
    int j = __VERIFIER_nondet_int();
    if (!(1 <= j && j < 1000000)) return 0;
    i = i + j;
    k++;
  }
  __VERIFIER_assert(k >= 4);
  return 0;
}
