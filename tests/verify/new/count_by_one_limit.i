//@ verify: true
# 1 "new_count_by_one_limit.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "new_count_by_one_limit.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int i;
  for (i = 0; i < 3000000; i++) __VERIFIER_assert(i <= 3000000);
  return 0;
}
