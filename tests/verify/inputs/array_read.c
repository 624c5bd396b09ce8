//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
int main(void) {
  int a[10], n = 0;
  for (int i = 0; i < 10; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 1; i < 10; i++) if (a[i] > a[i - 1]) n++;
  if (n == 9 && a[9] - a[0] == 9 && a[0] == 100) __VERIFIER_error();
  return 0;
}
