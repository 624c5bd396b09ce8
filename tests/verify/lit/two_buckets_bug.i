//@ verify: false
# 1 "lit_two_buckets_bug.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "lit_two_buckets_bug.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int r, c;
  if (!(a <= 1000000)) return 0;
  if (!(0 <= b && b <= 1000000)) return 0;
  r = a; c = 0;
  while (c < b) { r = r + 1; c = c + 1; }
  __VERIFIER_assert(r == a + b + (b == 777777));
  return 0;
}
