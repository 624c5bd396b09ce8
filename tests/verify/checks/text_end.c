//@ verify: true
//@ property: valid-memsafety
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char s[100];
  int i;
  for(i=0;i<99;i++) s[i]=__VERIFIER_nondet_char();
  s[99]=0;
  i=0;
  while(s[i]!=0) i++;
  return i;
}
