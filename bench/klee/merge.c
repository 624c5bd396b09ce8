// Merging two symbolic arrays of 10 numbers. KLEE: 91 paths ended in 120 s, 22 800 states alive.
void klee_make_symbolic(void *address, unsigned long size, const char *name);

int main(void) {
  int a[10], b[10], merged[20];
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(b, sizeof b, "b");
  int i = 0, j = 0, k = 0;
  while (i < 10 && j < 10) {
    if (a[i] < b[j]) merged[k++] = a[i++];
    else merged[k++] = b[j++];
  }
  while (i < 10) merged[k++] = a[i++];
  while (j < 10) merged[k++] = b[j++];
  return merged[0] > merged[19];
}
