//@ verify: true unknown-ok
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  char s[200],d[200];
  int i;
  for(i=0;i<199;i++) s[i]=__VERIFIER_nondet_char();
  s[199]=0;
  i=0;
  while(s[i]!=0){ d[i]=s[i];
  i++;
  } d[i]=0;
  int k=__VERIFIER_nondet_int();
  if(k>=0&&k<i) __VERIFIER_assert(d[k]!=0);
  return 0;
}
