//@ verify: false
//@ property: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x=1;
  while(__VERIFIER_nondet_int()){ x=x*2;
  } return x;
}
