//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int a[4096];
int main(void) {
  unsigned int i = 0, n = __VERIFIER_nondet_uint(), at = __VERIFIER_nondet_uint();
  int key = __VERIFIER_nondet_int();
  __VERIFIER_assume(n <= 4096 && at < n);
  a[at] = key;
  while (i < n && a[i] != key) i++;
  __VERIFIER_assert(i <= at);
  return 0;
}
