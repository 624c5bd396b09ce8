// Selection sort of 10 symbolic numbers. KLEE: 3 paths ended in 120 s.
void klee_make_symbolic(void *address, unsigned long size, const char *name);

int main(void) {
  int a[10];
  klee_make_symbolic(a, sizeof a, "a");
  for (int i = 0; i < 10; i++) {
    int least = i;
    for (int j = i + 1; j < 10; j++)
      if (a[j] < a[least]) least = j;
    int first = a[i];
    a[i] = a[least];
    a[least] = first;
  }
  return 0;
}
