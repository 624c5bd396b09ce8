//@ verify: false
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int i;
  for (i = 1; i < 5000000; i += 2) ;
  __VERIFIER_assert(i == 5000000);
  return 0;
}
