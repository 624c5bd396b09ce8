//@ verify: true
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int in, inlen, bufferlen, buf, buflim;
  in = __VERIFIER_nondet_int();
  inlen = __VERIFIER_nondet_int();
  bufferlen = __VERIFIER_nondet_int();
  if (!(bufferlen > 1)) return 0;
  if (!(inlen > 0)) return 0;
  if (!(bufferlen < inlen)) return 0;
  buf = 0; in = 0; buflim = bufferlen - 2;
  while (__VERIFIER_nondet_int()) {
    if (buf == buflim) break;
    __VERIFIER_assert(0 <= buf);
    __VERIFIER_assert(buf < bufferlen);
    buf++;
    __VERIFIER_assert(0 <= in);
    __VERIFIER_assert(in < inlen);
    in++;
  }
  __VERIFIER_assert(0 <= buf);
  __VERIFIER_assert(buf < bufferlen);
  return 0;
}
