//@ verify: false
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main(void) { int x = 1, k = 0; while (__VERIFIER_nondet_int()) { x = x + x; k++; } __VERIFIER_assert(x > 0); return 0; }
