//@ verify: true
//@ property: termination
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint(), n = 0;
  while (x > 1) { x = x / 2; n++; }
  return n;
}
