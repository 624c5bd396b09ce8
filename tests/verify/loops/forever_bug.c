//@ verify: false
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int x = 0;
void bump(void) { x = 1; }
int main(void) {
  while (1) {
    bump();
    __VERIFIER_assert(x == 0);
  }
  return 0;
}
