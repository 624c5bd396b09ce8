//@ verify: true unknown-ok
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int maior = __VERIFIER_nondet_int(), j, k, m[3][3];
  for (j = 0; j < 3; j++)
    for (k = 0; k < 3; k++) {
      m[j][k] = __VERIFIER_nondet_int();
      if (m[j][k] >= maior) maior = m[j][k];
    }
  __VERIFIER_assert(m[0][0] <= maior);
  return 0;
}
