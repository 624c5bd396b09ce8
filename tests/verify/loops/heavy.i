//@ verify: false unknown-ok
# 1 "loops_heavy.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "loops_heavy.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int i, j, s = 0;
  for (i = 0; i < 4096; i++)
    for (j = 0; j < 4096; j++)
      s = (s + i * j) & 0xffff;
  __VERIFIER_assert(s == 1);
  return 0;
}
