//@ verify: false
# 1 "loops_state_flag_bug.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "loops_state_flag_bug.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern _Bool __VERIFIER_nondet_bool();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int a[5], len = 0;
  unsigned char c = __VERIFIER_nondet_bool();
  while (c) {
    if (len == 4) len = 0;
    a[len] = 0;
    len++;
    c = __VERIFIER_nondet_bool();
  }
  __VERIFIER_assert(len != 4);
  return 0;
}
