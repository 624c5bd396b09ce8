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
  int room = __VERIFIER_nondet_int();
  int t;
  if (room >= 1 && room < 100000) ; else goto END;
  t = 0;
  --room;
  while (1) {
    if (t == room) { __VERIFIER_assert(0 <= t); __VERIFIER_assert(t <= room); goto END; }
    if (__VERIFIER_nondet_int()) break;
    __VERIFIER_assert(0 <= t); __VERIFIER_assert(t <= room);
    t++;
  }
  __VERIFIER_assert(0 <= t); __VERIFIER_assert(t <= room);
  t++;
  while (1) {
    if (t >= room) goto END;
    if (__VERIFIER_nondet_int()) {
      if (__VERIFIER_nondet_int()) {
        __VERIFIER_assert(0 <= t); __VERIFIER_assert(t <= room);
        t++;
        if (t == room) { __VERIFIER_assert(t <= room); goto END; }
      }
    } else if (__VERIFIER_nondet_int()) break;
    __VERIFIER_assert(0 <= t); __VERIFIER_assert(t <= room);
    t++;
  }
  __VERIFIER_assert(t < room + 1);
END:
  return 0;
}
