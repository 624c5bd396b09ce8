//@ verify: true
//@ property: no-overflow
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n=__VERIFIER_nondet_uint();
  int x=0;
  while(n>0){ n--;
  if(x>-1000) x-=7;
  else x=0;
  } return x;
}
