//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int stuck(int v) { __VERIFIER_assert(v == 0); return v; }
int main(void) {
  int x = 0;
  while (1) x = stuck(x);
  return 0;
}
