//@ verify: true
# 1 "loops_trex_shrink.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "loops_trex_shrink.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern _Bool __VERIFIER_nondet_bool();
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int x = __VERIFIER_nondet_int();
  if (!(x > -1000000)) return 0;
  while (x > 0) {
    int c = __VERIFIER_nondet_bool();
    if (c) x = x - 1; else x = x - 1;
  }
  __VERIFIER_assert(x <= 0);
  return 0;
}
