//@ verify: true unknown-ok
//@ property: termination
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  while (x >= 10) { x = x + 4; if (x < 10) x = 0; }
  return 0;
}
