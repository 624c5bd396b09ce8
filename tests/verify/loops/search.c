//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int linear(int *v, int n, int q) {
  unsigned int j = 0;
  while (j < (unsigned)n && v[j] != q) j++;
  if (j < (unsigned)n) return 1;
  return 0;
}
int main(void) {
  int SIZE = 40, k;
  int v[40];
  for (k = 0; k < SIZE; k++) v[k] = k;
  v[SIZE / 2] = 3;
  check(linear(v, SIZE, 3));
  return 0;
}
