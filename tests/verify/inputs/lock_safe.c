//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
int main(void) {
  int locked = 0, ops = 0;
  while (ops < 200) {
    ops++;
    switch (__VERIFIER_nondet_int()) {
    case 1: if (locked == 0) locked = 1; break;
    case 2: if (locked == 1) locked = 0; break;
    case 3: if (locked == 2) __VERIFIER_error(); break;
    default: break;
    }
  }
  return 0;
}
