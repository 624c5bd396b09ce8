//@ verify: false
//@ property: no-overflow
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  int x=0;
  unsigned n=__VERIFIER_nondet_uint();
  while(n>0){ n--;
  x-=70000;
  } return x;
}
