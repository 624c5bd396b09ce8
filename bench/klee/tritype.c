// The kind of a triangle with three symbolic sides. KLEE: 12 paths, 0.06 s, 18 solver queries.
void klee_make_symbolic(void *address, unsigned long size, const char *name);

static int kind(int i, int j, int k) {
  int equal = 0;
  if (i == 0 || j == 0 || k == 0) return 4;
  if (i == j) equal += 1;
  if (i == k) equal += 2;
  if (j == k) equal += 3;
  if (equal == 0) {
    if (i + j <= k || j + k <= i || i + k <= j) return 4;
    return 1;
  }
  if (equal > 3) return 3;
  if (equal == 1 && i + j > k) return 2;
  if (equal == 2 && i + k > j) return 2;
  if (equal == 3 && j + k > i) return 2;
  return 4;
}

int main(void) {
  int i, j, k;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&j, sizeof j, "j");
  klee_make_symbolic(&k, sizeof k, "k");
  return kind(i, j, k);
}
