//@ verify: false
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  char text[8];
  int i = 0, crosses = 0;
  text[7] = 0;
  while (text[i] != 0) {
    if (text[i] == 120) crosses++;
    i++;
  }
  __VERIFIER_assert(crosses != 3);
  return 0;
}
