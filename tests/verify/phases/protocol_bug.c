//@ verify: false unknown-ok
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int state = 0, locked = 0;
  while (1) {
    int command = __VERIFIER_nondet_int();
    if (state == 0 && command == 1) { state = 1; locked = 1; }
    else if (state == 1 && command == 2) state = 2;
    else if (state == 2 && command == 3) { state = 3; locked = 0; }
    else if (state == 3 && command == 2) state = 2;
    else if (command == 0) break;
    if (state == 2) __VERIFIER_assert(locked == 1);
  }
  return 0;
}
