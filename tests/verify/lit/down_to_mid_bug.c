//@ verify: false
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int lo, mid, hi;
  lo = 0;
  mid = __VERIFIER_nondet_int();
  if (!(mid > 0 && mid <= 1000000)) return 0;
  hi = 2 * mid + 1;
  while (mid > 0) { lo = lo + 1; hi = hi - 1; mid = mid - 1; }
  check(lo == hi);
  return 0;
}
