//@ verify: true
//@ property: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n=__VERIFIER_nondet_int();
  int s=0,i;
  if(n<0||n>1000) return 0;
  for(i=0;i<n;i++){ int d=__VERIFIER_nondet_int();
  if(d<0) d=0;
  if(d>100) d=100;
  if(s<1000000) s+=d;
  } return s;
}
