//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  unsigned int i, j, a, b;
  int flag = __VERIFIER_nondet_int();
  a = 0; b = 0; j = 1;
  if (flag) i = 0; else i = 1;
  while (__VERIFIER_nondet_int()) {
    a++;
    b += (j - i);
    i += 2;
    if (i % 2 == 0) j += 2; else j++;
  }
  if (flag) check(a == b);
  return 0;
}
