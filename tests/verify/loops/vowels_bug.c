//@ verify: false
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern char __VERIFIER_nondet_char(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  char s[5], v[] = {'a', 'e', 'i', 'o', 'u', 0};
  unsigned int n = 0, i, j, cont = 0;
  for (i = 0; i < 4; i++) s[i] = __VERIFIER_nondet_char();
  s[4] = 0;
  while (s[n] != 0) n++;
  for (i = 0; i < n; i++)
    for (j = 0; j < 5; j++) if (s[i] == v[j]) cont++;
  __VERIFIER_assert(cont < 3);
  return 0;
}
