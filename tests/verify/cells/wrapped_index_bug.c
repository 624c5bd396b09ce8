//@ verify: false
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int a[300];
  int i;
  for(i=0;i<300;i++) a[i]=-1;
  for(i=0;i<300;i++) a[(unsigned char)i]=i;
  __VERIFIER_assert(a[40]==40);
  return 0;
}
