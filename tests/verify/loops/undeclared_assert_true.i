//@ verify: true
# 1 "undeclared_assert_true.c"
extern void __VERIFIER_error();
extern int __VERIFIER_nondet_int();
int main() {
  int x = __VERIFIER_nondet_int(), n = 0;
  if (x < 0 || x > 2000) return 0;
  while (x > 0) { x = x - 2; n++; }
  if (n > 1000) { ERROR: __VERIFIER_error(); }
  assert(n >= 0);
  return 0;
}
