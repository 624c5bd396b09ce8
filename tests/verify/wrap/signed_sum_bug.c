//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int i, n = __VERIFIER_nondet_int();
  unsigned int sum = 0;
  __VERIFIER_assume(n > 0 && n <= 100000);
  for (i = 1; i <= n; i++) sum += i;
  __VERIFIER_assert(sum >= (unsigned int) n && sum < 4294967000u && (int) sum >= 0);
  return 0;
}
