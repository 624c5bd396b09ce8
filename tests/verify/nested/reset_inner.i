//@ verify: true
# 1 "reset_inner.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "reset_inner.c"
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int x = 0, y = 0, n = __VERIFIER_nondet_int();
  while (x < n) {
    y = x;
    while (y > 0 && __VERIFIER_nondet_int()) y--;
    __VERIFIER_assert(0 <= y && y <= x);
    x++;
  }
  return 0;
}
