//@ verify: false
# 1 "loops_compact.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "loops_compact.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
void put(int *p, int n) { int i; for (i = 0; i <= n; i++) p[i] = 0; }
int main() {
  int a = 0, b[5], c = 7;
  int n = __VERIFIER_nondet_int();
  if (!(n >= 0 && n < 5)) return 0;
  put(b, n);
  __VERIFIER_assert(b[0] != 0);
  return a + c;
}
