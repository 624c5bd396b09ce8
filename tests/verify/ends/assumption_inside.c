//@ verify: true
//@ property: termination
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
int main(void) {
  unsigned int k = 0;
  while (1) {
    k++;
    __VERIFIER_assume(k < 5);
  }
  return 0;
}
