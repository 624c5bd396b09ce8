//@ verify: true
# 1 "short_counter.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "short_counter.c"
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  unsigned short s = 0;
  int rounds = 0, i;
  for (i = 0; i < 200000; i++) { s++; if (s == 0) rounds++; }
  __VERIFIER_assert(rounds == 3);
  return 0;
}
