// Every block is entered soon, and the side of a branch that is not taken leads to one of them: 700 zeros are needed for it.
//@ run: test --quiet --max-tests 4 --out %t/out %s
//@ stdout~: branches 6 of 6
//@ stdout~: 1 place reached by a necessary condition
//@ exit: 3
//@ run: test --quiet --max-work 20000 --max-tests 4 --no-summaries --out %t/out %s
//@ stdout~: branches 5 of 6
//@ exit: 3
#include <klee/klee.h>

int main(void) {
  unsigned char data[4096];
  unsigned length, zeros = 0, many = 1;
  klee_make_symbolic(data, sizeof data, "data");
  klee_make_symbolic(&length, sizeof length, "length");
  klee_assume(length <= sizeof data);
  for (unsigned i = 0; i < length; i++)
    if (data[i] == 0) zeros++;
  if (zeros != 700) many = 0;
  return many;
}
