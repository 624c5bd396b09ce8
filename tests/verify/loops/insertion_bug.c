//@ verify: false unknown-ok
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int v[6], i, j, k, key;
  for (i = 0; i < 6; i++) v[i] = __VERIFIER_nondet_int();
  for (j = 1; j < 6; j++) {
    key = v[j];
    i = j - 1;
    while (i >= 0 && v[i] > key) { if (i < 2) v[i + 1] = v[i]; i = i - 1; }
    v[i + 1] = key;
  }
  for (k = 1; k < 6; k++) __VERIFIER_assert(v[k - 1] <= v[k]);
  return 0;
}
