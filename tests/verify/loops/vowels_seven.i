//@ verify: true
extern void __VERIFIER_error() __attribute__ ((__noreturn__));
extern void __VERIFIER_assume(int);
extern char __VERIFIER_nondet_char();
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    ERROR: __VERIFIER_error();
  }
  return;
}
int main() {
  char text[8], letters[] = {'a','A','e','E','i','I','o','O','u','U','\0'};
  unsigned int i, j, count, length;
  for (i = 0; i < 8; i++) text[i] = __VERIFIER_nondet_char();
  text[8 - 1] = '\0';
  length = 0;
  while (text[length] != '\0') length++;
  count = 0;
  for (i = 0; i < length; i++)
    for (j = 0; j < 5; j++)
      if (text[i] == letters[j]) count++;
  i = 0;
  int again = 0;
  while (text[i] != '\0') {
    for (j = 0; j < 5; j++) {
      if (text[i] == letters[j]) again++;
    }
    i++;
  }
  __VERIFIER_assert(again == count);
  return 0;
}
