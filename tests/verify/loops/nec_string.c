//@ verify: true
extern void __VERIFIER_error(void);
extern char __VERIFIER_nondet_char(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
char x[20], y[20];
int main(void) {
  int i = 0;
  for (i = 0; i < 19; i++) { x[i] = __VERIFIER_nondet_char(); if (x[i] == 0) break; }
  x[19] = 0;
  i = 0;
  while (x[i] != 0) { y[i] = x[i]; i++; }
  y[i] = 0;
  __VERIFIER_assert(y[i] == x[i]);
  return 0;
}
