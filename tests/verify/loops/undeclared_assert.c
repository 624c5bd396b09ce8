//@ verify: false
extern void __VERIFIER_error();
extern int __VERIFIER_nondet_int();
int main() {
  int x = __VERIFIER_nondet_int(), n = 0;
  if (x < 0 || x > 20) return 0;
  while (x > 0) { x = x - 2; n++; }
  if (n == 7) { ERROR: __VERIFIER_error(); }
  assert(x <= 0);
  return 0;
}
