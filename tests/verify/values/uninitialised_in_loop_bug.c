//@ verify: false
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    unsigned char step;
    if (step > i) sum += step;
  }
  __VERIFIER_assert(sum != 17);
  return 0;
}
