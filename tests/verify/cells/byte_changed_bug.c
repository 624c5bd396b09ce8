//@ verify: false
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int a[200];
  int i;
  char *p=(char*)a;
  for(i=0;i<200;i++) a[i]=0;
  p[41]=1;
  for(i=0;i<200;i++) __VERIFIER_assert(a[i]==0);
  return 0;
}
