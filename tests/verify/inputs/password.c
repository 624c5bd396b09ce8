//@ verify: false
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
int main(void) {
  const char *word = "open sesame";
  int at = 0;
  for (;;) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c == word[at]) { at++; if (word[at] == 0) __VERIFIER_error(); }
    else if (c == '\n') return 0;
    else at = 0;
  }
}
