//@ verify: false
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int n, i = 0;
  while (i < n) i++;
  __VERIFIER_assert(i < 1000);
  return 0;
}
