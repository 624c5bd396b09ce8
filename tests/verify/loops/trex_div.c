//@ verify: true
extern void __VERIFIER_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int a = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int z = 1, k = __VERIFIER_nondet_int(), b;
  if (!(a <= 1000000 && a >= 0)) return 0;
  while (z < a) { z = 2 * z; }
  __VERIFIER_assert(z >= 1);
  while (x > 0 && y > 0) {
    b = __VERIFIER_nondet_bool();
    if (b) { x = x - a; y = __VERIFIER_nondet_bool(); z = z - 1; }
    else { y = y - 1; }
    if (a == 0) return 0;
  }
  return 0;
}
