//@ verify: false
//@ property: termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 7) while (1) {}
  return 0;
}
