//@ verify: false
//@ property: termination
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint(), i, s = 0;
  if (n > 1000) return 0;
  for (i = 0; i < n; i++) s = s + 2;
  while (s % 2 == 0) s = s + 4;
  return 0;
}
