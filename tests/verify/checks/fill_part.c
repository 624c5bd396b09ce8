//@ verify: true
//@ property: valid-memsafety
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000];
  int n=__VERIFIER_nondet_int();
  int i;
  if(n>1000) return 0;
  for(i=0;i<n;i++) a[i]=i;
  return 0;
}
