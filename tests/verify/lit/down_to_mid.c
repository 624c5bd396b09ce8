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
  int lo, mid, hi;
  lo = 0;
  mid = __VERIFIER_nondet_int();
  if (!(mid > 0 && mid <= 1000000)) return 0;
  hi = 2 * mid;
  while (mid > 0) { lo = lo + 1; hi = hi - 1; mid = mid - 1; }
  __VERIFIER_assert(lo == hi);
  return 0;
}
