//@ verify: false
//@ property: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n=__VERIFIER_nondet_int();
  int s=2147483000,i;
  for(i=0;i<n&&i<100000;i++){ s+=1;
  } return s;
}
