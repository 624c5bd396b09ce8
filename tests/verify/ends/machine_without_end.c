//@ verify: false
//@ property: termination
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int state = 0;
  while (state != 9) {
    int x = __VERIFIER_nondet_int();
    if (state == 0 && x > 0) state = 1;
    else if (state == 1) state = 2;
    else if (state == 2) state = 0;
  }
  return 0;
}
