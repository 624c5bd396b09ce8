//@ verify: true
//@ property: termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i, n = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++) {}
  return 0;
}
