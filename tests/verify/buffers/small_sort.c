//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int a[4];
int main(void) {
  int i, j, t;
  for (i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 4; i++)
    for (j = i + 1; j < 4; j++)
      if (a[j] < a[i]) { t = a[i]; a[i] = a[j]; a[j] = t; }
  for (i = 0; i < 3; i++) __VERIFIER_assert(a[i] <= a[i + 1]);
  return 0;
}
