//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int a[501],b[501];
  int i;
  for(i=0;i<501;i++){ a[i]=__VERIFIER_nondet_int();
  b[i]=a[i];
  } for(i=0;i<500;i++) __VERIFIER_assert(a[i]==b[i+1]);
  return 0;
}
