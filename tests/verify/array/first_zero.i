//@ verify: true
# 1 "array_first_zero.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "array_first_zero.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int a[30], i, found = 30;
  for (i = 0; i < 30; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 30; i++) if (a[i] == 0) { found = i; break; }
  if (found < 30) __VERIFIER_assert(a[found] == 0);
  return 0;
}
