//@ verify: true
# 1 "alternating.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "alternating.c"
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int i = 0, flag = 0, even = 0, odd = 0;
  int n = __VERIFIER_nondet_int();
  while (i < n) {
    if (flag) { odd++; flag = 0; }
    else { even++; flag = 1; }
    i++;
  }
  __VERIFIER_assert(even == odd || even == odd + 1);
  return 0;
}
