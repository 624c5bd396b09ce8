//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int n=__VERIFIER_nondet_int();
  int a[100],b[100];
  int i;
  if(n<0||n>100) return 0;
  for(i=0;i<n;i++){ a[i]=__VERIFIER_nondet_int();
  b[i]=a[i]+1;
  } for(i=0;i<n;i++) __VERIFIER_assert(b[i]==a[i]+1);
  return 0;
}
