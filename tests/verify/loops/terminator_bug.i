//@ verify: false
# 1 "loops_terminator_bug.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "loops_terminator_bug.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int x = __VERIFIER_nondet_int();
  int *p = &x;
  while (x < 200) { (*p)++; }
  __VERIFIER_assert(x == 200);
  return 0;
}
