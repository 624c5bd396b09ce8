//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
int main(void) {
  int prev = 0, run = 0;
  while (1) {
    int x = __VERIFIER_nondet_int();
    if (x == -1) break;
    if (x == prev) run = 0; else run++;
    prev = x;
    if (run == 500) __VERIFIER_error();
  }
  return 0;
}
