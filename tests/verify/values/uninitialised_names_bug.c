//@ verify: false
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int sum = 0;
  { int x; if (x > 10) sum += 1; if (x == 11) sum += 10; }
  { int x; if (x < -10) sum += 2; if (x == -11) sum += 20; }
  __VERIFIER_assert(sum != 33);
  return 0;
}
