// Table 1 of the long version: two paths set a flag, three leave it alone. Behind the last iteration that set it only those came.
//@ run: reach --quiet --self-check --target differs --out %t/differs %s
//@ stdout~: ^verdict: unreachable
//@ run: reach --quiet --self-check --target there --out %t/there %s
//@ stdout~: ^verdict: reached
#include <klee/klee.h>

void differs(void) {}
void there(void) {}

int main(void) {
  int n, flag = 0, at = -1, dots = 0, blanks = 0;
  char A[100];
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(A, sizeof A, "A");
  klee_assume(n > 0 & n <= 100);
  for (int i = 0; i < n; i++) {
    if (A[i] == '+') {
      flag = 1;
      at = i;
    } else if (A[i] == '-') {
      flag = 2;
      at = i;
    } else if (A[i] == '.') {
      dots++;
    } else if (A[i] == ' ') {
      blanks++;
    } else {
      return 0;
    }
  }
  if (flag == 1 && A[n - 1] == '-') differs();
  if (flag == 2 && A[at] != '-') differs();
  if (flag == 2 && at == n - 1 && A[n - 1] == '.') differs();
  if (flag == 2 && at == 5 && dots == 4 && blanks == 3 && n == 10) there();
  return 0;
}
