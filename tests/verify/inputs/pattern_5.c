//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
int main(void) {
  int state = 0, seen = 0;
  while (seen < 5) {
    int c = __VERIFIER_nondet_int();
    if (state == 0 && c == 17) { state = 1; seen++; }
    else if (state == 1 && c == 4) { state = 2; seen++; }
    else if (state == 2 && c < -100) { state = 0; seen++; }
    else return 0;
  }
  __VERIFIER_error();
}
