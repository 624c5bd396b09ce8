//@ verify: true unknown-ok
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int tagbuf_len, t;
  tagbuf_len = __VERIFIER_nondet_int();
  if (tagbuf_len >= 1) {} else return 0;
  t = 0;
  --tagbuf_len;
  while (1) {
    if (t == tagbuf_len) {
      check(0 <= t);
      check(t <= tagbuf_len);
      return 0;
    }
    if (__VERIFIER_nondet_int()) break;
    check(0 <= t);
    check(t <= tagbuf_len);
    t++;
  }
  check(0 <= t);
  check(t <= tagbuf_len);
  t++;
  while (1) {
    if (t == tagbuf_len) { check(t <= tagbuf_len); break; }
    if (__VERIFIER_nondet_int()) {
      if (__VERIFIER_nondet_int()) {
        t++;
        if (t == tagbuf_len) { check(t <= tagbuf_len); break; }
      }
    } else if (__VERIFIER_nondet_int()) break;
    if (t > tagbuf_len) return 0;
    t++;
    if (t > tagbuf_len) return 0;
  }
  check(0 <= t);
  return 0;
}
