//@ verify: false
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  short a[100];
  int i;
  for(i=0;i<100;i++) a[i]=i*400;
  for(i=0;i<100;i++) __VERIFIER_assert(a[i]>=0);
  return 0;
}
