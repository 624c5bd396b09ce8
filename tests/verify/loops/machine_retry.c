//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int state = 1, tries = 0;
  while (state != 4) {
    if (state == 1) { if (__VERIFIER_nondet_bool()) state = 2; else state = 3; }
    else if (state == 2) { tries++; if (tries > 5) state = 4; else state = 1; }
    else if (state == 3) { if (tries > 3) state = 4; else { tries = tries + 2; state = 1; } }
    else goto ERROR;
    if (tries > 7) goto ERROR;
  }
  return 0;
ERROR: __VERIFIER_error();
  return 1;
}
