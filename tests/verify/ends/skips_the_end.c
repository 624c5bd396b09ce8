//@ verify: false
//@ property: termination
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  while (x != 1) x = x + 2;
  return 0;
}
