//@ verify: false
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
  int at;
  if (!(room > 2 && room < 100000)) return 0;
  at = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) break;
    __VERIFIER_assert(0 <= at); __VERIFIER_assert(at < room);
    at++;
    if (at >= room - 1) at = 0;
    __VERIFIER_assert(at < room);
    at++;
    if (at >= room) at = 0;
    at++;
  }
  if (at > 0) {
    __VERIFIER_assert(at < room);
  }
  return 0;
}
