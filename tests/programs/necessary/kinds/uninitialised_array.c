// What a local array holds before anything is written to it is an input: loops that read it have it in their conditions, and the native run is given it.
//@ run: reach --quiet --target many --out %t/many %s
//@ stdout~: ^verdict: reached
//@ run: reach --quiet --target both --out %t/both %s
//@ stdout~: ^verdict: reached
//@ run: reach --quiet --target never --out %t/never %s
//@ stdout~: ^verdict: unreachable
#include <klee/klee.h>

void many(void) {}
void both(void) {}
void never(void) {}

static int partly_written(int n) {
  unsigned char bytes[40];
  int ones = 0, nines = 0;
  for (int i = 1; i < n; i += 2) bytes[i] = 1;
  for (int i = 0; i < n; i++) {
    if (bytes[i] == 1) ones++;
    if (bytes[i] == 9) nines++;
  }
  return ones == 22 && nines == 12;
}

int main(void) {
  int n, kind, sevens = 0, eights = 0;
  unsigned char bytes[40];
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&kind, sizeof kind, "kind");
  klee_assume(n >= 0 & n <= 40);
  if (kind == 1) {
    if (partly_written(n)) both();
    return 0;
  }
  for (int i = 0; i < n; i++) {
    if (bytes[i] == 7) sevens++;
    if (bytes[i] == 8) eights++;
  }
  if (sevens >= 20 && eights >= 12) many();
  if (sevens + eights > n) never();
  return 0;
}
