//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error() __attribute__((__noreturn__));
#define __VERIFIER_assert(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  int state = 0, locked = 0, count = 0;
  while (1) {
    int command = __VERIFIER_nondet_int();
    if (state == 0 && command == 1) { state = 1; locked = 1; }
    else if (state == 1 && command == 2) { state = 2; count = 0; }
    else if (state == 2 && command == 3) { if (count < 10) count++; }
    else if (state == 2 && command == 4) { state = 0; locked = 0; }
    else if (command == 0) break;
    __VERIFIER_assert(state == 0 || locked == 1);
    __VERIFIER_assert(count <= 10);
  }
  return 0;
}
