//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern _Bool __VERIFIER_nondet_bool();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int a[5], len = 0;
  unsigned char c = __VERIFIER_nondet_bool(), i;
  for (i = 0; i < 10; i++) a[i % 5] = 0;
  while (c) {
    if (len == 4) len = 0;
    a[len] = 0;
    len++;
    c = __VERIFIER_nondet_bool();
  }
  check(len == 0 || len <= 4);
  return 0;
}
