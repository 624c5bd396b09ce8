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
  int x, y;
  x = -50; y = __VERIFIER_nondet_int();
  if (!(-1000 < y && y < 1000000)) return 0;
  while (x < 0) { x = x + y; y++; }
  __VERIFIER_assert(y > 0);
  return 0;
}
