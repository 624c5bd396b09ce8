//@ verify: true unknown-ok
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int a[100], pos[100], neg[100];
int main(void) {
  int i, p = 0, m = 0;
  for (i = 0; i < 100; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 100; i++) {
    if (a[i] >= 0) { pos[p] = a[i]; p++; }
    else { neg[m] = a[i]; m++; }
  }
  __VERIFIER_assert(p + m == 100);
  for (i = 0; i < p; i++) __VERIFIER_assert(pos[i] >= 0);
  for (i = 0; i < m; i++) __VERIFIER_assert(neg[i] < 0);
  return 0;
}
