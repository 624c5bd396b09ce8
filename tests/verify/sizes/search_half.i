//@ verify: true
extern void __VERIFIER_error() __attribute__ ((__noreturn__));
extern void __VERIFIER_assume(int);
extern unsigned int __VERIFIER_nondet_uint();
typedef unsigned int size_t;
extern void *malloc(size_t __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__));
extern void free(void *);
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    ERROR: __VERIFIER_error();
  }
  return;
}
unsigned int SIZE;
const unsigned int MAXN = 100000;
int find(int *a, int n, int q) {
  unsigned int j = 0;
  while (j < n && a[j] != q) { j++; }
  if (j < SIZE) return 1;
  else return 0;
}
int main() {
  SIZE = (__VERIFIER_nondet_uint() / 2) + 1;
  if (SIZE > 1 && SIZE < 4000000) {
    int *a = malloc(SIZE * sizeof(int));
    a[SIZE / 2] = 7;
    __VERIFIER_assert(find(a, SIZE, 7));
  }
  return 0;
}
