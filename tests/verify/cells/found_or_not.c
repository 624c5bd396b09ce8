//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int n=__VERIFIER_nondet_int();
  int a[1000];
  int i,x=__VERIFIER_nondet_int();
  if(n<1||n>1000) return 0;
  for(i=0;i<n;i++) a[i]=__VERIFIER_nondet_int();
  i=0;
  while(i<n&&a[i]!=x) i++;
  if(i<n) __VERIFIER_assert(a[i]==x);
  else { int k=__VERIFIER_nondet_int();
  if(0<=k&&k<n) __VERIFIER_assert(a[k]!=x);} return 0;
}
