//@ run: reach --quiet --self-check --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// A driver that takes a stream of packets apart: where a piece of data goes is in the stream itself, and the check of the table can fail.
#include <klee/klee.h>

void goal(void) {}

enum { ROWS = 8, COLUMNS = 8 };

unsigned char stream[64];
unsigned char packets[ROWS][COLUMNS];

int main(void) {
  unsigned length;
  klee_make_symbolic(&length, sizeof length, "length");
  klee_make_symbolic(stream, sizeof stream, "stream");
  klee_assume(length <= sizeof stream);
  unsigned at = 0;
  int count = 0;
  while (at + 3 <= length) {
    unsigned char row = stream[at], column = stream[at + 1], value = stream[at + 2];
    if (row >= ROWS || column >= COLUMNS) break;
    packets[row][column] = value;
    if (row + 1 > count) count = row + 1;
    at += 3;
  }
  // The first byte of a packet is the number of bytes in it.
  for (int row = 0; row < count; row++)
    if (packets[row][0] >= COLUMNS) goal();
  return 0;
}
