//@ verify: false
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main(void) { int i = __VERIFIER_nondet_int(); while (__VERIFIER_nondet_int()) { i++; } __VERIFIER_assert(i > -5 || i < -10); return 0; }
