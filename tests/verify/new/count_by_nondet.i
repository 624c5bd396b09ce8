//@ verify: true
# 1 "new_count_by_nondet.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "new_count_by_nondet.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int i = 0, k = 0;
  while (i < 1000000) {
    int j = __VERIFIER_nondet_int();
    if (!(1 <= j && j < 1000000)) return 0;
    i = i + j;
    k++;
  }
  __VERIFIER_assert(k <= 1000000);
  return 0;
}
