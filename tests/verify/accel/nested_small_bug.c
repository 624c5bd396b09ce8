//@ verify: false unknown-ok
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  unsigned int x = 0, y = 0;
  while (x < 0x0fffffff) {
    y = 0;
    while (y < 10) y++;
    x++;
  }
  __VERIFIER_assert(y != 10);
  return 0;
}
