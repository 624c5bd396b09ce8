//@ verify: false
//@ property: termination
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int i, n = __VERIFIER_nondet_uint();
  for (i = 0; i <= n; i++) {}
  return 0;
}
