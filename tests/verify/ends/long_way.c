//@ verify: true unknown-ok
//@ property: termination
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
int main(void) {
  unsigned int i = 0, j = __VERIFIER_nondet_uint();
  while (i < 4000000000u) { i++; if (i == 3999999999u) j = 0; }
  while (j == 1000000u) {}
  return 0;
}
