//@ verify: false unknown-ok
extern void __VERIFIER_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
#define SZ 512
int main(void) {
  unsigned int A[SZ], i;
  for (i = 0; i < SZ - 1; i++) A[i] = __VERIFIER_nondet_uint();
  A[SZ - 1] = 0;
  i = 0;
  while (A[i] != 0) i++;
  __VERIFIER_assert(i <= SZ / 2);
  return 0;
}
