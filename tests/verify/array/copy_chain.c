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
int main(void) {
  int a[N], b[N], c[N], i;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) b[i] = a[i];
  for (i = 0; i < N; i++) c[i] = b[i];
  for (i = 0; i < N; i++) __VERIFIER_assert(c[i] == a[i]);
  return 0;
}
