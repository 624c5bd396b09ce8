//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
#define N 2000
int a[N];
int main() {
  int i, k = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) { if (i % 2 == 0) a[i] = 1; else a[i] = 2; }
  if (!(0 <= k && k < N)) return 0;
  __VERIFIER_assert(a[k] == 1 || a[k] == 2);
  return 0;
}
