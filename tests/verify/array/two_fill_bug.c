//@ verify: false
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
#define N 5000
int main(void) {
  int a[N], i;
  for (i = 0; i < N; i++) a[i] = 3;
  for (i = 0; i < N; i += 2) a[i] = 4;
  for (i = 0; i < N; i++) check(a[i] == 3 || i % 4 == 0);
  return 0;
}
