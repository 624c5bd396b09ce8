//@ verify: true unknown-ok
# 1 "new_half.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "new_half.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int i = 0, n = 0, k = __VERIFIER_nondet_int();
  if (!(k <= 1000000 && k >= -1000000)) return 0;
  for (i = 0; i < 2 * k; i++) if (i % 2 == 0) n++;
  __VERIFIER_assert(k < 0 || n == k);
  return 0;
}
