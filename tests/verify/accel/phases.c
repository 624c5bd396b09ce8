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
  while (x < 0x0fffffff) {
    if (x < 0x1000) { x++; } else { x += 3; }
  }
  __VERIFIER_assert(x == 0x10000000 || x == 0x0fffffff || x == 0x10000001);
  return 0;
}
