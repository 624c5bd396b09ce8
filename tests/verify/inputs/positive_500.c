//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
int main(void) {
  int n = __VERIFIER_nondet_int(), pos = 0;
  for (int i = 0; i < n; i++) {
    int x = __VERIFIER_nondet_int();
    if (x > 0) pos++;
  }
  if (pos == 500) __VERIFIER_error();
  return 0;
}
