//@ verify: false
//@ property: termination
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int i = 0, j;
  while (i < 10) {
    for (j = 0; j < 5; j++) {}
    if (j != 5) i++;
  }
  return 0;
}
