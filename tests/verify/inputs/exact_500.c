//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
int main(void) {
  int n = 0, ones = 0;
  for (;;) {
    int c = __VERIFIER_nondet_int();
    if (c == 0) break;
    n++;
    if (c == 1) ones++;
  }
  if (n == 500 && ones == 500 - 3) __VERIFIER_error();
  return 0;
}
