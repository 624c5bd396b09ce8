//@ verify: false
# 1 "wrap_product.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "wrap_product.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern unsigned int __VERIFIER_nondet_uint();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  unsigned int i = __VERIFIER_nondet_uint(), n = 0;
  while (i != 0) { i = i * 4; n++; }
  __VERIFIER_assert(n < 16);
  return 0;
}
