//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  unsigned int head = 0, tail = 0, count = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (count < 16) { head++; if (head == 16) head = 0; count++; }
    } else if (count > 0) { tail++; if (tail == 16) tail = 0; count--; }
    __VERIFIER_assert(head < 16 && tail < 16 && count <= 16);
    __VERIFIER_assert((tail + count) % 16 == head);
  }
  return 0;
}
