//@ run: loops --verbose --quiet %s
//@ stdout: s1 = path 1: s[i] != 0; i := i + 1
//@ stdout: for all 0 ≤ τ < κ: s[τ] != 0 and at κ: s[κ] == 0
//@ stdout: s1 = path 1: i < t->n and t->items[i].key != key; i := i + 1
//@ stdout: iterations: at most max(0, t->n)
//@ stdout: s1 = path 1: p != 0; sum := sum + p->weight, p := p->next
//@ stdout: p[τ] == 32
//@ stdout: k = κ, p = p + κ
//@ stdout: i < limit
//@ stdout: s1 = path 1: (x & 1) != 0
//@ stdout: rows[i][3] != 0
//@ stdout: shelf.slots[i].used != 0
//@ stdout: (*grid)[i] != 0
//@ stdout~: key < v\[9 -\s+τ\]
//@ stdout: j = 9 - κ
//@ stdout: iterations: at most 10
//@ stdout!: memory[
//@ stdout!: new!
//@ stdout!: extract
// Conditions and values are written as the source has them. What a function finds in memory, be it a global variable or what its arguments point to, is
// not for its own start to say: such loops are read from the code.
#include <klee/klee.h>
#include <stddef.h>
struct item { int key; int weight; struct item *next; };
struct table { int n; struct item *items; char name[16]; };
struct { int size; struct { char used, kind; } slots[8]; } shelf;
int limit, rows[8][8];

size_t length(const char *s) { size_t i = 0; while (s[i] != 0) i++; return i; }

int find(struct table *t, int key) {
  for (int i = 0; i < t->n; i++)
    if (t->items[i].key == key) return i;
  return -1;
}

int total(struct item *p) { int sum = 0; for (; p; p = p->next) sum += p->weight; return sum; }

int skip(char *p) { int k = 0; while (*p == ' ' || *p == '\t') { p++; k++; } return k; }

void fill(int *a, int n, int v) { for (int i = 0; i < n && i < limit; i++) a[i] = v; }

int low(unsigned x) { int c = 0; while (x & 1) { x >>= 1; c++; } return c; }

int column(void) { int i = 0; while (i < 8 && rows[i][3]) i++; return i; }

int first(void) { int i = 0; while (i < 8 && shelf.slots[i].used) i++; return i; }

int inside(int (*grid)[8]) { int i = 0; while (i < 8 && (*grid)[i]) i++; return i; }

// A program's own start: its objects are known.
int main(void) {
  int v[10], key;
  klee_make_symbolic(v, sizeof v, "v");
  klee_make_symbolic(&key, sizeof key, "key");
  int j = 9;
  while (j >= 0 && v[j] > key) j--;
  return j;
}
