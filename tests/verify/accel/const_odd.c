//@ verify: false
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
unsigned int step(unsigned int v) { return v + 2; }
int main(void) {
  unsigned int i = 0;
  while (i < 0x0ffffff0) i = step(i);
  __VERIFIER_assert(i % 2);
  return 0;
}
