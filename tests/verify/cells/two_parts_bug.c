//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  char a[50];
  int i;
  int n=__VERIFIER_nondet_int();
  if(n<0||n>50) return 0;
  for(i=0;i<n;i++) a[i]='x';
  for(i=0;i<50;i++) if(i>=n) a[i]='y';
  for(i=0;i<50;i++) __VERIFIER_assert(a[i]=='x');
  return 0;
}
