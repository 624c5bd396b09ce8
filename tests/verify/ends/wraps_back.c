//@ verify: false
//@ property: termination
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  while (x >= 10) { x = x + 4; if (x < 10) x = x + 20; }
  return 0;
}
