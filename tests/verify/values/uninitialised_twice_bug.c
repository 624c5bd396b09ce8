//@ verify: false
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
static int some(int limit) {
  int value;
  if (value > limit) value = limit;
  return value;
}
int main(void) {
  int a = some(40), b = some(50);
  __VERIFIER_assert(a - b != 7 || a != 33);
  return 0;
}
