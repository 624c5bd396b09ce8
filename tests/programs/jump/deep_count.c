// A branch that needs 700 zeros among 4096 bytes: the search does not get there, so it is aimed at after a while. That makes the fourth test.
//@ run: test --quiet --max-tests 4 --out %t/out %s
//@ stdout~: branches 6 of 6
//@ stdout~: 1 place reached by a necessary condition
//@ exit: 3
//@ run: test --quiet --max-work 20000 --max-tests 4 --no-summaries --out %t/out %s
//@ stdout~: branches 5 of 6
//@ exit: 3
#include <klee/klee.h>

int deep(const unsigned char *data, unsigned length) {
  unsigned zeros = 0;
  for (unsigned i = 0; i < length; i++)
    if (data[i] == 0) zeros++;
  if (zeros == 700) return 1;
  return 0;
}

int main(void) {
  unsigned char data[4096];
  unsigned length;
  klee_make_symbolic(data, sizeof data, "data");
  klee_make_symbolic(&length, sizeof length, "length");
  klee_assume(length <= sizeof data);
  return deep(data, length);
}
