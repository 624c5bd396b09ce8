// Searching "Hello" and "World" in a symbolic string of 30 bytes. KLEE: found in 0.12 s, with depth-first search not in 120 s.
void klee_make_symbolic(void *address, unsigned long size, const char *name);
void reach_error(void);

static int contains(const char *text, int length, const char *word, int word_length) {
  for (int i = 0; i + word_length <= length; i++) {
    int j = 0;
    while (j < word_length && text[i + j] == word[j]) j++;
    if (j == word_length) return 1;
  }
  return 0;
}

int main(void) {
  char text[30];
  klee_make_symbolic(text, sizeof text, "text");
  if (contains(text, 30, "Hello", 5) && contains(text, 30, "World", 5)) reach_error();
  return 0;
}
