//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int n=__VERIFIER_nondet_int();
  int a[100],b[100],c[100];
  int i,j=0,k=0;
  if(n<0||n>100) return 0;
  for(i=0;i<n;i++){ a[i]=__VERIFIER_nondet_int();
  } for(i=0;i<n;i++){ if(a[i]>=0) b[j++]=a[i];
  else c[k++]=a[i];
  } for(i=0;i<j;i++) __VERIFIER_assert(b[i]>=0);
  for(i=0;i<k;i++) __VERIFIER_assert(c[i]<0);
  return 0;
}
