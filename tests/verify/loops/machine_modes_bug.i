//@ verify: false
# 1 "loops_machine_modes_bug.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "loops_machine_modes_bug.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int mode = 0, ticks = 0, in, rounds = 0;
  while (1) {
    in = __VERIFIER_nondet_int();
    switch (mode) {
    case 0: if (in > 0) mode = 1; break;
    case 1: ticks = 3; mode = 2; break;
    case 2: ticks--; if (ticks == 0) { mode = 0; rounds++; } break;
    default: break;
    }
    if (in == 99) break;
  }
  __VERIFIER_assert(rounds != 2);
  return 0;
}
