//@ verify: true
//@ property: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x=0;
  while(__VERIFIER_nondet_int()){ if(x<1000) x+=3;
  else x-=500;
  } return x;
}
