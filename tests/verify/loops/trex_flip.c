//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern _Bool __VERIFIER_nondet_bool();
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int x = __VERIFIER_nondet_int();
  int c1 = __VERIFIER_nondet_bool(), c2 = __VERIFIER_nondet_bool(), d = 0;
  if (c1) d = d - 1;
  if (c2) d = d - 1;
  c1 = __VERIFIER_nondet_bool();
  c2 = __VERIFIER_nondet_bool();
  if (c1) d = d - 1;
  if (c2) d = d - 1;
  if (!(x >= -1000000 && x <= 1000000)) return 0;
  while (x > 0) {
    x = x + d;
    if (d == 0) return 0;
  }
  check(x <= 0);
  return 0;
}
