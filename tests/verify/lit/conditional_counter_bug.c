//@ verify: false
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int x = 1, y = 0;
  while (y < 1000 && __VERIFIER_nondet_int()) { x = x + y; y = y + 1; }
  __VERIFIER_assert(x != 22);
  return 0;
}
