//@ verify: true
//@ property: termination
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int(), step = __VERIFIER_nondet_int();
  if (x < 0 || x > 100 || step < 1 || step > 10) return 0;
  while (x < 200) x = x + step;
  return 0;
}
