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
int strip(char *str) {
  int start = 0, i = -1, j = -1;
  char kept[3];
  if (!str) return -1;
  do {
    i++;
    switch (str[i]) {
    case 0:
      while ((str[start] == ' ') || (str[start] == '\t')) start++;
      if (str[start] == '"') start++;
      j = i - 1;
      while ((0 < j) && ((str[j] == ' ') || (str[j] == '\t'))) j--;
      if ((0 < j) && (str[j] == '"')) j--;
      if (start <= j) {
        if (j - start + 1 >= 3) return -1;
        __VERIFIER_assert(j - start + 1 < 3);
        kept[j - start + 1] = 0;
      }
      start = i + 1;
    }
  } while (str[i] != 0);
  return 0;
}
int main() {
  char A[5];
  int k;
  for (k = 0; k < 5; k++) A[k] = __VERIFIER_nondet_char();
  A[4] = 0;
  strip(A);
  return 0;
}
