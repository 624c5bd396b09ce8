//@ verify: false
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i, last = 0;
  for (i = 0; i < 3; i++) { if (n == i) last = n + 1; }
  if (last == 3) goto ERROR;
  return 0;
ERROR: __VERIFIER_error();
  return 1;
}
