//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int i;
  for (i = 0; i < 5000000; i += 2) ;
  __VERIFIER_assert(i == 5000000);
  return 0;
}
