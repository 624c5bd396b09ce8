//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int i, j, x, y;
  i = __VERIFIER_nondet_int();
  j = __VERIFIER_nondet_int();
  if (!(i >= 0 && j >= 0)) return 0;
  x = i; y = j;
  while (x != 0) { x--; y--; }
  if (i == j) __VERIFIER_assert(y == 0);
  return 0;
}
