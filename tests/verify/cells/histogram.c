//@ verify: true
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int h[10];
  int i;
  for(i=0;i<10;i++) h[i]=0;
  for(i=0;i<100000;i++){ unsigned c=__VERIFIER_nondet_uint()%10;
  if(h[c]<50) h[c]++;
  } for(i=0;i<10;i++) __VERIFIER_assert(h[i]<=50&&h[i]>=0);
  return 0;
}
