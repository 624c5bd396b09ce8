//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int array[4], menor, j;
  menor = __VERIFIER_nondet_int();
  for (j = 0; j < 4; j++) {
    array[j] = __VERIFIER_nondet_int();
    if (array[j] <= menor) menor = array[j];
  }
  __VERIFIER_assert(array[0] >= menor);
  return 0;
}
