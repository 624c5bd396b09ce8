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
  int i, j, x, y;
  i = __VERIFIER_nondet_int();
  j = __VERIFIER_nondet_int();
  if (!(i >= 0 && j >= 0)) return 0;
  x = i; y = j;
  while (x != 0) { x--; y--; if (y == -3) break; }
  if (i > 5) __VERIFIER_assert(y != 2);
  return 0;
}
