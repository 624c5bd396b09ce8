//@ verify: true
//@ property: valid-memsafety
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int b[64];
  unsigned h=0,t=0;
  while(__VERIFIER_nondet_int()){ if(__VERIFIER_nondet_int()){ b[h%64]=1;
  h++;
  } else { if(b[t%64]) t++;
  } } return 0;
}
