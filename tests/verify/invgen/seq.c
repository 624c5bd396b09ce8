//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int p, q, i0 = 0, i1 = 0, k = 0;
  p = __VERIFIER_nondet_int();
  q = __VERIFIER_nondet_int();
  if (!(-1000000 <= p && p < 1000000)) return 0;
  if (!(-1000000 <= q && q < 1000000)) return 0;
  while (i0 < p) { i0++; k++; }
  while (i1 < q) { i1++; k++; }
  int j = 0;
  while (j < p + q) { __VERIFIER_assert(k > 0); k--; j++; }
  return 0;
}
