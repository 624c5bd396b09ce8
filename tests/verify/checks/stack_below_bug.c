//@ verify: false
//@ property: valid-memsafety
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int st[50];
  int top=0;
  while(__VERIFIER_nondet_int()){ if(__VERIFIER_nondet_int()){ if(top<50) st[top++]=1;
  } else { top--;
  st[top]=0;
  } } return 0;
}
