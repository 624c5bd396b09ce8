//@ verify: true
//@ property: valid-memsafety
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[10][10];
  int i,j;
  int n=__VERIFIER_nondet_int();
  if(n>10) return 0;
  for(i=0;i<n;i++) for(j=0;j<=i;j++) a[i][j]=i;
  return 0;
}
