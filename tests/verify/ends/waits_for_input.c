//@ verify: false
//@ property: termination
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int stop = 0, count = 0;
  while (!stop) {
    int x = __VERIFIER_nondet_int();
    if (x == 17) stop = 1;
    if (count < 100) count++;
  }
  return 0;
}
