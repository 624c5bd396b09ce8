//@ verify: true
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x, y = 0, seen;
  while (y < 30) {
    if (__VERIFIER_nondet_int()) { x = y; seen = 1; } else { x = y + 1; seen = 2; }
    y++;
    if (seen == 2 && x < 1) goto ERROR;
  }
  if (x < 29) goto ERROR;
  return 0;
ERROR: __VERIFIER_error();
  return 1;
}
