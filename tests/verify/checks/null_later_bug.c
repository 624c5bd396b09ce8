//@ verify: false
//@ property: valid-memsafety
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[10];
  int *p=a;
  int i=0;
  int n=__VERIFIER_nondet_int();
  while(i<n){ if(i==7&&n==100) p=0;
  *p=1;
  i++;
  if(i>20) break;
  } return 0;
}
