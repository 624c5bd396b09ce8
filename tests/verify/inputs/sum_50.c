//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
int main(void) {
  int sum = 0, k = 0;
  do {
    int x = __VERIFIER_nondet_uchar();
    sum += x; k++;
  } while (k < 50);
  int last = __VERIFIER_nondet_int();
  if (sum == 50 * 7 + 3 && last == sum + 5) __VERIFIER_error();
  return 0;
}
