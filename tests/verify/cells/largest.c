//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int a[1000];
  int i,m;
  for(i=0;i<1000;i++) a[i]=__VERIFIER_nondet_int();
  m=a[0];
  for(i=1;i<1000;i++){ if(a[i]>m) m=a[i];
  } for(i=0;i<1000;i++) __VERIFIER_assert(a[i]<=m);
  return 0;
}
