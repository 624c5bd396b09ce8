//@ verify: false
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int a[300],b[300];
  int i;
  for(i=0;i<300;i++){ a[i]=1;
  b[i]=i;
  } for(i=0;i<300;i++){ __VERIFIER_assert(a[i]==1);
  __VERIFIER_assert(b[i]!=299);
  } return 0;
}
