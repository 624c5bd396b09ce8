//@ verify: false
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
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
    check(buf + 3 < bufferlen || buf < 10);
    buf++;
    in++;
  }
  return 0;
}
