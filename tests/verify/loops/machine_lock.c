//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int lock = 0, old, new = __VERIFIER_nondet_int();
  do {
    if (lock != 0) goto ERROR;
    lock = 1;
    old = new;
    if (__VERIFIER_nondet_int()) {
      lock = 0;
      new++;
    }
  } while (new != old);
  if (lock == 0) goto ERROR;
  return 0;
ERROR: __VERIFIER_error();
  return 1;
}
