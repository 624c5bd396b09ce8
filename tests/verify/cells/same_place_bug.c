//@ verify: false
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int a[200];
  int i;
  unsigned k=__VERIFIER_nondet_uint(),l=__VERIFIER_nondet_uint();
  if(k>=200||l>=200) return 0;
  for(i=0;i<200;i++) a[i]=0;
  a[k]=1;
  a[l]=2;
  __VERIFIER_assert(a[k]==1);
  return 0;
}
