//@ verify: false unknown-ok
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int a[100];
  unsigned b[100];
  int i;
  for(i=0;i<100;i++){ a[i]=0;
  b[i]=__VERIFIER_nondet_uint();
  } for(i=0;i<100;i++) if(b[i]<100) a[b[i]]=b[i];
  for(i=0;i<100;i++) __VERIFIER_assert(a[i]==0);
  return 0;
}
