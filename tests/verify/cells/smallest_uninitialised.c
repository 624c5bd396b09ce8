//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
unsigned int SIZE=1000;
  int main(void) {
  unsigned int i;
  int m;
  int a[1000];
  m=a[0];
  for(i=0;i<SIZE;i++){ if(a[i]<=m) m=a[i];
  } for(i=0;i<SIZE;i++) __VERIFIER_assert(m<=a[i]);
  return 0;
}
