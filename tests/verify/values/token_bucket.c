//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int tokens = 10, used = 0, refills = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (tokens > 0) { tokens--; used++; }
    } else if (refills < 1000 && tokens < 10) { tokens++; refills++; }
    __VERIFIER_assert(tokens >= 0 && tokens <= 10);
    __VERIFIER_assert(used - refills + tokens == 10);
  }
  return 0;
}
