//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
int main(void) {
  int n = 0;
  int first = __VERIFIER_nondet_int();
  while (__VERIFIER_nondet_int() != 3) n++;
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (first == 8 && n == 40 && a == 5 && b == a + n) __VERIFIER_error();
  return 0;
}
