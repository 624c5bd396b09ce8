//@ verify: true
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  unsigned int n = 0;
  while (n < 0x0ffffffd) n += 3;
  __VERIFIER_assert(n >= 0x0ffffffd && n <= 0x0fffffff);
  return 0;
}
