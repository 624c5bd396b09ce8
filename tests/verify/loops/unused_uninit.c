//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
int main(void) {
  int i, unused, j;
  for (i = 0; i < 100; i++) { j = i; unused = j; }
  if (j != 99) { ERROR: __VERIFIER_error(); }
  return 0;
}
