//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int n=__VERIFIER_nondet_int();
  int a[400];
  int i,m;
  if(n<1||n>400) return 0;
  for(i=0;i<n;i++) a[i]=__VERIFIER_nondet_int();
  m=a[0];
  for(i=1;i<n-1;i++){ if(a[i]>m) m=a[i];
  } for(i=0;i<n;i++) __VERIFIER_assert(a[i]<=m);
  return 0;
}
