//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int a[5000];
  int i;
  int k=__VERIFIER_nondet_int();
  for(i=0;i<5000;i++) a[i]=7;
  if(k>=100&&k<5000) a[k]=8;
  for(i=0;i<5000;i++) __VERIFIER_assert(a[i]==7);
  return 0;
}
