//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int a[64];
int main(void) {
  int i = 0, steps = 0;
  while (steps < 1000000) {
    int d = __VERIFIER_nondet_int();
    if (d > 0 && i < 63) i++;
    else if (d < 0 && i > 0) i--;
    a[i] = d;
    steps++;
    __VERIFIER_assert(i >= 0 && i < 64);
  }
  return 0;
}
