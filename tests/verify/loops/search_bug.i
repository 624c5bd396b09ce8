//@ verify: false
# 1 "loops_search_bug.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "loops_search_bug.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern unsigned int __VERIFIER_nondet_uint();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
extern void *malloc(unsigned int size);
unsigned int SIZE;
const unsigned int MAX = 20000;
int linear(int *v, int n, int q) {
  unsigned int j = 0;
  while (j < (unsigned)n && v[j] != q) {
    j++;
    if (j == 15) j = -1;
  }
  if (j < SIZE) return 1;
  return 0;
}
int main() {
  SIZE = (__VERIFIER_nondet_uint() / 2) + 1;
  if (SIZE > 1 && SIZE < MAX) {
    int *v = malloc(SIZE * sizeof(int));
    unsigned int k;
    for (k = 0; k < SIZE; k++) v[k] = 0;
    v[SIZE / 2] = 3;
    __VERIFIER_assert(!linear(v, SIZE, 3) || SIZE > 4);
  }
  return 0;
}
