//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int a[1000], b[1000];
  int i,j=0;
  for(i=0;i<1000;i++) a[i]=__VERIFIER_nondet_int();
  for(i=0;i<1000;i++){ if(a[i]>=0){ b[j]=a[i];
  j++;
  } } for(i=0;i<j;i++) __VERIFIER_assert(b[i]>=0);
  return 0;
}
