//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
int main(void) {
  int groups = 0;
  while (__VERIFIER_nondet_bool()) {
    int len = 0;
    while (__VERIFIER_nondet_int() == 9) len++;
    if (len == 3) groups++;
  }
  int last = __VERIFIER_nondet_int();
  if (groups == 3 && last == 1234) __VERIFIER_error();
  return 0;
}
