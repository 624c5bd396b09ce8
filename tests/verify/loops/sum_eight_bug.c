//@ verify: false
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
#define a (2)
#define SIZE 8
int main(void) {
  int i, sn = 0;
  for (i = 1; i <= SIZE; i++) if (i < 4) sn = sn + a;
  __VERIFIER_assert(sn == SIZE * a || sn == 0);
  return 0;
}
