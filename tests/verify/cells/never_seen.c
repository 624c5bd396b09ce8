//@ verify: true
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  _Bool seen[256];
  int i;
  for(i=0;i<256;i++) seen[i]=0;
  for(i=0;i<1000;i++){ unsigned char c=__VERIFIER_nondet_uchar();
  if(c!=65) seen[c]=1;
  } __VERIFIER_assert(!seen[65]);
  return 0;
}
