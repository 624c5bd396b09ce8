//@ verify: true
extern void __VERIFIER_error() __attribute__ ((__noreturn__));
extern void __VERIFIER_assume(int);
extern unsigned int __VERIFIER_nondet_uint();
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    ERROR: __VERIFIER_error();
  }
  return;
}
int main(void) {
  unsigned int x = 0;
  unsigned int y = __VERIFIER_nondet_uint();
  while (x < 200) {
    if (y % 3 == 0) x++; else x += 2;
    if (y % 3 == 0) x += 3; else x -= 2;
    if (y % 3 == 0) x += 2; else x += 4;
  }
  __VERIFIER_assert((x % 2) == 0 || y % 3 == 0);
  return 0;
}
