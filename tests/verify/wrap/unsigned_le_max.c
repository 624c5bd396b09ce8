//@ verify: true
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  unsigned int x = 0;
  while (x < 0x0fffffffu) {
    if (x < 0xfff1u) x++;
    else x += 2;
  }
  __VERIFIER_assert(!(x % 2) || x >= 0x0fffffffu);
  return 0;
}
