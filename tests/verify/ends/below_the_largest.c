//@ verify: true
//@ property: termination
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
int main(void) {
  unsigned int i, n = __VERIFIER_nondet_uint();
  if (n == 4294967295u) return 0;
  for (i = 0; i <= n; i++) {}
  return 0;
}
