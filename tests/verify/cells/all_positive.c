//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int a[100];
  int i;
  for(i=0;i<100;i++){ int x=__VERIFIER_nondet_int();
  if(x<0) x=0;
  a[i]=x;
  } for(i=0;i<100;i++) __VERIFIER_assert(a[i]>=0);
  return 0;
}
