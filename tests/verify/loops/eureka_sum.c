//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int array[5], n = 5, i, j, t;
  for (i = n - 1; i >= 0; i--) array[i] = i;
  for (i = 0; i < n - 1; i++) {
    int lh = i;
    for (j = i + 1; j < n; j++) if (array[j] < array[lh]) lh = j;
    t = array[i]; array[i] = array[lh]; array[lh] = t;
  }
  for (i = 0; i < n; i++) __VERIFIER_assert(array[i] == i);
  return 0;
}
