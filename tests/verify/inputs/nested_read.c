//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
int main(void) {
  int total = 0;
  for (int i = 0; i < 4; i++) {
    int rows = 0;
    for (int j = 0; j < 3; j++) {
      int x = __VERIFIER_nondet_int();
      if (x == i * 10 + j) rows++;
    }
    int check = __VERIFIER_nondet_int();
    if (rows == 3 && check == 77) total++;
  }
  if (total == 4) __VERIFIER_error();
  return 0;
}
