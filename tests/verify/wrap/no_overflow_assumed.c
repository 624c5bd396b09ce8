//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
/* Only a signed overflow, which is undefined, could make the sum larger; the verdict names it as an assumption. */
int main(void) {
  int first = 0, both, second = 0;
  while (__VERIFIER_nondet_int()) first++;
  if (first >= 70) return 0;
  both = first;
  while (__VERIFIER_nondet_int()) { both++; second++; }
  if (second >= 60) return 0;
  __VERIFIER_assert(both < 130);
  return 0;
}
