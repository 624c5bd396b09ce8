//@ verify: true unknown-ok
//@ property: termination
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  if (x % 2 == 0) x = x + 1;
  while (x != 1) x = x + 2;
  return 0;
}
