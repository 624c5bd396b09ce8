//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int p, i, leader_len, bufsize, bufsize0, ielen;
  leader_len = __VERIFIER_nondet_int();
  bufsize = __VERIFIER_nondet_int();
  ielen = __VERIFIER_nondet_int();
  if (!(leader_len < 1000000 && bufsize < 1000000 && ielen < 100000)) return 0;
  if (!(leader_len > 0 && bufsize > 0 && ielen > 0)) return 0;
  if (bufsize < leader_len) return 0;
  p = 0;
  bufsize0 = bufsize;
  bufsize -= leader_len;
  p += leader_len;
  if (bufsize < 2 * ielen) return 0;
  for (i = 0; i < ielen && bufsize > 2; i++) {
    __VERIFIER_assert(0 <= p);
    __VERIFIER_assert(p + 1 < bufsize0);
    p += 2;
  }
  return 0;
}
