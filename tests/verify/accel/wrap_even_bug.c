//@ verify: false
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  unsigned int z = 12;
  while (z >= 12) z += 2;
  __VERIFIER_assert(z % 2);
  return 0;
}
