// Loops as they are read from the code alone: what decides how they are left. After each loop's line its type and bound as
// `lariat loops --slice` gives them, after `if` what the bound assumes; `-` for no bound.
#include <stddef.h>
#include <stdio.h>

struct reader { int pos, len; char *buffer; };
struct node { struct node *next; int value; };
int counter;
extern int outside(int);
static inline unsigned char as_byte(char c) { return (unsigned char)c; }

// Branches and calls that have nothing to do with the end are sliced away.
int slices(int n, const char *p) {
  int words = 0;
  for (int i = 0; i < n; i++) { // type 1: n
    if (p[i] == 'a') words++;
    if (p[i] == 'b') words += 2;
    printf("%d", words);
  }
  return words;
}

// A field of a structure and a global variable are variables of the loop.
void field(struct reader *r) {
  while (r->pos < r->len) r->pos += 2; // type 1: ceil((r->len - r->pos)/2)
}
void global(void) {
  for (counter = 0; counter < 100; counter++); // type 1: -counter + 100
}
// A call may write what others know of.
void global_and_call(void) {
  for (counter = 0; counter < 100; counter++) outside(1); // type 3: -
}
// A pointer that may point to the counter.
void clobbered(struct reader *r, int *q) {
  while (r->pos < r->len) { r->pos++; *q = 3; } // type 3: -
}

const char *skip(const char *p) {
  while (*p == ' ' || *p == '\t') p++; // type 3: size of the object at p, if every access is inside its object
  return p;
}
const char *through_a_function(const char *p) {
  while (as_byte(*p) > 127) p++; // type 3: size of the object at p, if every access is inside its object
  return p;
}
int list(struct node *l) {
  int sum = 0;
  while (l) { sum += l->value; l = l->next; } // type 3: length of the list at l, if the list ends
  return sum;
}
int bits(unsigned x) {
  int n = 0;
  while (x) { n += x & 1; x >>= 1; } // type 3: 32 (the bits of x)
  return n;
}
unsigned euclid(unsigned a, unsigned b) {
  while (b) { unsigned t = a % b; a = b; b = t; } // type 3: b as an unsigned number
  return a;
}
int nested(int n) {
  int total = 0;
  for (int i = 0; i < n; i++) // type 1: n
    for (int j = 0; j < i; j++) // type 1: i
      total++;
  return total;
}
// The inner loop moves the outer one's variable.
int inner_moves(int n, const char *s) {
  int i = 0;
  while (i < n) { // type 3: -
    while (s[i] == ' ') i++; // type 3: size of the object at s + i, if every access is inside its object
    i += outside(i);
  }
  return i;
}
int may_break(int n) {
  while (n > 0) { // type 3: ceil(n/3)
    if (outside(n)) break;
    n -= 3;
  }
  return n;
}
// One path does not move the variable.
int stays(int n) {
  while (n > 0) { // type 4: -
    if (outside(n)) n--;
  }
  return n;
}
// `n` is unsigned and goes past zero.
unsigned wraps(unsigned n, unsigned m) {
  while (n != m) n -= 3; // type 2: ceil((n - m)/3), if no number leaves the range of its type and m ≤ n in every iteration
  return n;
}
char *end_of(char *from, char *to) {
  while (from < to) from += 4; // type 1: ceil((to - from)/4)
  return from;
}
int switches(int n) {
  for (int i = 0; i < n;) { // type 4: n
    switch (outside(i)) {
      case 1: i++; break;
      case 2: i += 2; break;
      default: i += 3;
    }
  }
  return n;
}
