//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int n=__VERIFIER_nondet_int();
  int a[1000];
  int i;
  if(n<0||n>1000) return 0;
  for(i=0;i<1000;i++) a[i]=1;
  for(i=n;i<1000;i++) a[i]=0;
  for(i=0;i<1000;i++){ if(i<n) __VERIFIER_assert(a[i]==1);
  else __VERIFIER_assert(a[i]==0);} return 0;
}
