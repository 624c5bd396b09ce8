//@ verify: true
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  unsigned char c = 0;
  int n = 0;
  do { c++; n++; } while (c != 0);
  __VERIFIER_assert(n == 256);
  return 0;
}
