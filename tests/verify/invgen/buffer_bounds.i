//@ verify: true
# 1 "invgen_buffer_bounds.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "invgen_buffer_bounds.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int len, bufsize, bufsize0, limit, in;
  len = __VERIFIER_nondet_int();
  if (!(0 <= len && len <= 1000000)) return 0;
  bufsize = 2 * len;
  bufsize0 = 0;
  in = 0;
  limit = len - 3;
  while (in < limit) {
    __VERIFIER_assert(0 <= in);
    __VERIFIER_assert(in < len);
    if (__VERIFIER_nondet_int()) { in++; bufsize0++; }
    else { in++; }
    __VERIFIER_assert(bufsize0 < bufsize);
  }
  return 0;
}
