//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
int main(void) {
  int n = 0, odd = 0, got = 0;
  while (n < 20) {
    if (n % 3 == 1) { int x = __VERIFIER_nondet_int(); if (x == n * n) got++; }
    else odd++;
    n++;
  }
  if (got == 7) __VERIFIER_error();
  return 0;
}
