//@ verify: true unknown-ok
# 1 "invgen_escape.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "invgen_escape.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int scheme, len, cp = __VERIFIER_nondet_int(), c, sz;
  len = __VERIFIER_nondet_int();
  scheme = __VERIFIER_nondet_int();
  sz = __VERIFIER_nondet_int();
  if (!(len > 0 && len < 1000000)) return 0;
  if (!(scheme >= 0 && scheme < len)) return 0;
  if (!(cp == scheme)) return 0;
  while (cp != len - 1) {
    if (__VERIFIER_nondet_int()) break;
    __VERIFIER_assert(0 <= cp);
    __VERIFIER_assert(cp < len);
    cp = cp + 1;
  }
  __VERIFIER_assert(0 <= cp);
  __VERIFIER_assert(cp < len);
  if (cp == len - 1) return 0;
  c = 0;
  if (!(sz > 0)) return 0;
  while (cp != len - 1 && c < sz - 1) {
    cp = cp + 1;
    __VERIFIER_assert(cp < len);
    if (__VERIFIER_nondet_int()) { c = c + 1; __VERIFIER_assert(c < sz); __VERIFIER_assert(0 <= c); }
  }
  return 0;
}
