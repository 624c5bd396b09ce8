//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int n=__VERIFIER_nondet_int();
  int a[100];
  int i;
  if(n<3||n>100) return 0;
  for(i=0;i<n;i++) a[i]=i/2;
  a[n-1]=0;
  for(i=0;i+1<n;i++) __VERIFIER_assert(a[i]<=a[i+1]);
  return 0;
}
