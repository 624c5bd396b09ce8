//@ verify: true
//@ property: termination
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
int main(void) {
  unsigned int i = 0;
  for (;;) {
    if (i >= 50) break;
    i = i + 3;
  }
  return 0;
}
