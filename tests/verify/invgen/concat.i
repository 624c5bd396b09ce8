//@ verify: true
# 1 "invgen_concat.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "invgen_concat.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int i, j;
  i = 0;
  while (__VERIFIER_nondet_int()) { i++; if (i >= 1000000) return 0; }
  if (i >= 100) { while (1) {} }
  j = 0;
  while (__VERIFIER_nondet_int()) { i++; j++; if (j >= 1000) return 0; }
  if (j >= 100) return 0;
  __VERIFIER_assert(i < 200);
  return 0;
}
