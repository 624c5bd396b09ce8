//@ verify: true
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int x, y, n = 0;
  if (x < 0 || x > 100) return 0;
  y = x;
  while (y < 200) { y++; n++; }
  __VERIFIER_assert(n == 200 - x);
  return 0;
}
