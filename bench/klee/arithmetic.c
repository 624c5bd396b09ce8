// 20 million iterations of integer arithmetic, all concrete: the speed of the interpreter.
// KLEE: 400 million instructions in about 90 to 190 s.
int main(void) {
  unsigned sum = 1;
  for (unsigned i = 0; i < 20000000; i++) {
    sum = sum * 1664525u + 1013904223u;
    sum ^= sum >> 3;
    sum += i;
  }
  return sum & 1;
}
