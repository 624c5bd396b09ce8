//@ verify: false
extern void __VERIFIER_error() __attribute__ ((__noreturn__));
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    ERROR: __VERIFIER_error();
  }
  return;
}
int main() {
  int words, bits, given;
  int i, j, k;
  words = __VERIFIER_nondet_int(); bits = __VERIFIER_nondet_int(); given = __VERIFIER_nondet_int();
  __VERIFIER_assume(words == bits / 16);
  j = 0;
  for (i = 0; (i < bits / 4) && (i < given); i++) {
    __VERIFIER_assert(0 <= j); __VERIFIER_assert(j < given);
    __VERIFIER_assert(0 <= i / 4); __VERIFIER_assert(i / 4 < words);
    j++;
  }
  return 0;
}
