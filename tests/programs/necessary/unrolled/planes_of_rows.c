//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Triple nest: a product entry counted.
#include <klee/klee.h>

void goal(void) {}
unsigned char T[6][6][6];

int main(void) {
  int a;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(T, sizeof T, "T");
  klee_assume(a <= 6);
  int planes = 0;
  for (int i = 0; i < a; i++) {
    int rows = 0;
    for (int j = 0; j < a; j++) {
      int c = 0;
      for (int k = 0; k < a; k++) if (T[i][j][k] > 200) c++;
      if (c > 2) rows++;
    }
    if (rows >= 3) planes++;
  }
  if (planes >= 2) goal();
  return 0;
}
