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
  int len, i, j, room, limit;
  len = __VERIFIER_nondet_int(); room = __VERIFIER_nondet_int();
  if (room < 0 || room > 1000000) return 0;
  limit = room - 5;
  for (i = 0; i < len; ) {
    for (j = 0; i < len && j < limit; ) {
      if (i + 1 < len && i < 2147483000) {
        __VERIFIER_assert(i + 1 < len);
        __VERIFIER_assert(0 <= i);
        if (__VERIFIER_nondet_int()) goto ELSE;
        __VERIFIER_assert(j < room);
        __VERIFIER_assert(0 <= j);
        j++; i++;
        __VERIFIER_assert(j < room);
        j++; i++;
        __VERIFIER_assert(j < room);
        j++;
      } else {
ELSE:
        __VERIFIER_assert(j < room); __VERIFIER_assert(0 <= j);
        j++; i++;
      }
    }
    if (limit <= 0) i++;
  }
  return 0;
}
