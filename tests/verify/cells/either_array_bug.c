//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int a[64],b[64];
  int i;
  int *p;
  for(i=0;i<64;i++){ a[i]=1;
  b[i]=2;
  } p=__VERIFIER_nondet_int()?a:b;
  for(i=0;i<64;i++){ p[i]=3;
  } for(i=0;i<64;i++) __VERIFIER_assert(a[i]==1);
  return 0;
}
