//@ verify: true
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 1000000;
  if (!(x < 100 && y < 1000001)) return 0;
  while (x < 100 && y > 0) { x = x + 1; }
  __VERIFIER_assert(x >= 100);
  return 0;
}
