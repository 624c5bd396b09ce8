// Binary search for a symbolic key among 20 symbolic numbers. KLEE: 41 paths, 0.38 s, 59 solver queries.
void klee_make_symbolic(void *address, unsigned long size, const char *name);

int main(void) {
  int numbers[20], key;
  klee_make_symbolic(numbers, sizeof numbers, "numbers");
  klee_make_symbolic(&key, sizeof key, "key");
  int low = 0, high = 19;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (numbers[middle] == key) return middle;
    if (numbers[middle] < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
