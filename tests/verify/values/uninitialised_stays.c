//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int x, i = 0;
  _Bool first = x > 5;
  while (i < 3) i++;
  __VERIFIER_assert(first == (x > 5));
  return 0;
}
