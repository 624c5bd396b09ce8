// Two variables that move together through a loop of up to 1024 rounds. KLEE: 1025 paths, 17.8 s, 1026 solver queries.
void klee_make_symbolic(void *address, unsigned long size, const char *name);
void klee_assert(int condition);

int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  unsigned y = x;
  while (x < 1024) {
    x++;
    y++;
  }
  klee_assert(x == y);
  return 0;
}
