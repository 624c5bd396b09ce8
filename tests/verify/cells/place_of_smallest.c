//@ verify: true unknown-ok
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int n=__VERIFIER_nondet_int();
  int a[1000];
  int i,m=0;
  if(n<1||n>1000) return 0;
  for(i=0;i<n;i++) a[i]=__VERIFIER_nondet_int();
  for(i=1;i<n;i++) if(a[i]<a[m]) m=i;
  for(i=0;i<n;i++) __VERIFIER_assert(a[m]<=a[i]);
  return 0;
}
