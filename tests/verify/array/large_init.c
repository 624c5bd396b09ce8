//@ verify: true
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
#define N 100000
int a[N];
int main(void) {
  int i, k = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) a[i] = 42;
  if (!(0 <= k && k < N)) return 0;
  __VERIFIER_assert(a[k] == 42);
  return 0;
}
