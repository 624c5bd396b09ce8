//@ verify: false
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int func(int x) { return x; }
int main(void) {
  int k = __VERIFIER_nondet_int(), n, i, j;
  int a[1025];
  if (k) { n = 0; } else { n = 1023; }
  i = 0;
  while (i <= n) { i++; j = i; a[i] = j; }
  __VERIFIER_assert(k || i != 1024);
  return 0;
}
