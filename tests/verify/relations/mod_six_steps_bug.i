//@ verify: false
# 1 "mod_six_steps_bug.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "mod_six_steps_bug.c"
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int x = 0;
  int limit = __VERIFIER_nondet_int();
  __VERIFIER_assume(limit < 1000000);
  while (x < limit) {
    if (__VERIFIER_nondet_int()) x += 6; else x += 15;
  }
  __VERIFIER_assert(x % 2 == 0);
  return 0;
}
