//@ verify: true
//@ property: valid-memsafety
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned int);
int main(void) {
  int *p=malloc(400);
  int i;
  if(!p) return 0;
  int n=__VERIFIER_nondet_int();
  for(i=0;i<n&&i<100;i++) p[i]=0;
  return 0;
}
