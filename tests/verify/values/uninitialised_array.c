//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int a[6], i, largest = a[0];
  for (i = 1; i < 6; i++)
    if (a[i] > largest) largest = a[i];
  for (i = 0; i < 6; i++) __VERIFIER_assert(a[i] <= largest);
  return 0;
}
