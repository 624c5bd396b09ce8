//@ verify: false
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main(void) { int i = 0; for (;;) { i += 65536; __VERIFIER_assert(i >= 0); } return 0; }
