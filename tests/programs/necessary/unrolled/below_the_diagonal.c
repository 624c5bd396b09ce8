//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// Rows are counted that have enough of a number below the diagonal: how often the inner loop runs depends on the row.
#include <klee/klee.h>
void goal(void) {}

short table[40][40];

int main(void) {
  int rows, found = 0;
  klee_make_symbolic(&rows, sizeof rows, "rows");
  klee_make_symbolic(table, sizeof table, "table");
  klee_assume(rows <= 40);
  for (int i = 0; i < rows; ++i) {
    int sevens = 0;
    for (int j = 0; j <= i; ++j)
      if (table[i][j] == 7) sevens++;
    if (sevens >= 12) found++;
  }
  if (found >= 1 && rows > 14) goal();
  return 0;
}
