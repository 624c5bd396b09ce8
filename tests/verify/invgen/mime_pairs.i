//@ verify: true
extern void __VERIFIER_error() __attribute__ ((__noreturn__));
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    ERROR: __VERIFIER_error();
  }
  return;
}
int main() {
  int room = __VERIFIER_nondet_int(), in = __VERIFIER_nondet_int(), at, max, c1, c2;
  if (!(room >= 4 && room <= 100000)) return 0;
  max = room - 1;
  at = 0;
  while (__VERIFIER_nondet_int()) {
    c1 = __VERIFIER_nondet_int();
    if (c1 == -1) break;
    do { c2 = __VERIFIER_nondet_int(); } while (c2 == 32);
    if (c2 == -1) break;
    __VERIFIER_assert(at < room);
    at++;
    if (c1 == 10 || at >= max) { at = 0; continue; }
    __VERIFIER_assert(0 <= at && at < room);
    at++;
    if (c2 == 10 || at >= max) { at = 0; continue; }
    __VERIFIER_assert(at <= max);
  }
  __VERIFIER_assert(at < room);
  return 0;
}
