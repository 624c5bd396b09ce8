//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
#define a (2)
#define SIZE 8
int main(void) {
  int i, sn = 0;
  for (i = 1; i <= SIZE; i++) sn = sn + a;
  __VERIFIER_assert(sn == SIZE * a || sn == 0);
  return 0;
}
