//@ verify: false
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int array[4], menor, j;
  menor = __VERIFIER_nondet_int();
  for (j = 0; j < 4; j++) {
    array[j] = __VERIFIER_nondet_int();
    if (array[j] <= menor) menor = array[j];
  }
  __VERIFIER_assert(array[0] > menor);
  return 0;
}
