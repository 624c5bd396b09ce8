// Bounds that need more than a counter, as `lariat loops --from-code` gives them: after each loop's line its type and bound, after `if` what
// the bound assumes; `-` for no bound.
#include <dirent.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

struct reader { int pos, len; char *buffer; struct reader *next; };
extern int outside(int);
extern void touch(void);
extern struct reader *follower(struct reader *);
extern long step(long);

// Functions of the library that deliver one thing after the other.
int characters(FILE *f) {
  int c, n = 0;
  while ((c = getc(f)) != EOF) n++; // type 3: as often as getc delivers something, if what getc reads ends
  return n;
}
int blanks(FILE *f) {
  int c = getc(f);
  while (c == ' ' || c == '\t') c = getc(f); // type 4: as often as getc delivers something, and once more, if what getc reads ends
  return c;
}
int options(int argc, char **argv) {
  int c, a = 0, b = 0;
  while ((c = getopt(argc, argv, "ab")) != -1) // type 4: as often as getopt delivers something, if what getopt reads ends
    switch (c) {
      case 'a': a = 1; break;
      case 'b': b = 1; break;
      default: return -1;
    }
  return a + 2 * b;
}
long bytes(int fd, char *buffer) {
  long n, sum = 0;
  while ((n = read(fd, buffer, 100)) > 0) sum += n; // type 3: as often as read delivers something, if what read reads ends
  return sum;
}
// An error is not the end: this may go on for ever.
long tries_again(int fd, char *buffer) {
  long n, sum = 0;
  while ((n = read(fd, buffer, 100)) != 0) sum += n; // type 3: -
  return sum;
}
int entries(DIR *d) {
  int n = 0;
  while (readdir(d)) n++; // type 3: as often as readdir delivers something, if what readdir reads ends
  return n;
}
// Not every iteration reads.
int sometimes(FILE *f) {
  int c = 0;
  while (c != EOF) // type 4: -
    if (outside(1)) c = getc(f);
  return c;
}

// Doubling.
unsigned log_of(unsigned n) {
  unsigned p = 1, k = 0;
  while (p < n && p < 0x80000000u) { p *= 2; k++; } // type 3: 32 (the bits of p)
  return k;
}
unsigned grows(unsigned p, unsigned n) {
  while (p < n && p < 0x10000000u) p *= 3; // type 3: 32 (the bits of p), if p is not 0
  return p;
}
// This one wraps around to zero.
unsigned wraps_to_zero(unsigned p, unsigned n) {
  while (p < n) p *= 2; // type 3: 32 (the bits of p), if no number leaves the range of its type and p is not 0
  return p;
}
int digits(int n) {
  int k = 1;
  for (int i = 1; i <= n / 10; k++) i *= 10; // type 3: 32 (the bits of i)
  return k;
}

// A list that a function walks along.
int followed(struct reader *r) {
  int n = 0;
  while (r) { n += r->pos; r = follower(r); } // type 3: length of the list at r that follower walks along, if the list ends
  return n;
}

// What calls may write, and others may point to.
void limit_and_call(struct reader *r) {
  for (int i = 0; i < r->len; i++) touch(); // type 3: r->len, if calls and other pointers leave what the conditions read alone
}
void field_and_call(struct reader *r) {
  while (r->pos < r->len) { r->pos++; touch(); } // type 3: r->len - r->pos, if calls and other pointers leave what the conditions read alone
}

// The inner loop moves the outer one's variable in the same direction.
int skips(int n, const char *s) {
  int i = 0, words = 0;
  while (i < n) { // type 3: n
    while (i < n && s[i] == ' ') i++; // type 3: n - i
    i++;
    words++;
  }
  return words;
}
// Here in the other one.
int goes_back(int n, const char *s) {
  int i = 0;
  while (i < n) { // type 3: -
    while (i > 0 && s[i] == ' ') i--; // type 3: i
    i += 2;
  }
  return i;
}

// A pointer that is compared with its end.
int to_the_end(const int *p, const int *end) {
  int sum = 0;
  while (p != end) sum += *p++; // type 1: size of the object at p, if every access is inside its object
  return sum;
}
// Steps of unknown size.
long parts(long n, long d) {
  long k = 0;
  while (n > d) { n -= d; k++; } // type 1: n - d, if 1 ≤ d
  return k;
}
unsigned long unsigned_parts(unsigned long n) {
  unsigned long k = 0;
  while (n) { // type 3: n, if no number leaves the range of its type
    unsigned long d = step(n);
    if (!d) break;
    n -= d;
    k++;
  }
  return k;
}

// Only some iterations read where the pointer is, so the object's size says nothing.
int reads_sometimes(const char *s, const char *t, int k) {
  int i = 0;
  for (;;) {
    if (outside(i)) { if (s[(unsigned short)i] == 0) break; } // type 3: -
    else if (t[k] == 0) break;
    i = i + 1 & 0xffff;
  }
  return i;
}
// A character that is read ahead.
int read_ahead(const char *s) {
  int c = *s++;
  while (c == ' ') c = *s++; // type 3: size of the object at s, if every access is inside its object
  return c;
}
int classified(const char *s) {
  int n = 0;
  while (outside(*s)) { s++; n++; } // type 3: size of the object at s, if every access is inside its object
  return n;
}
int by_ones_and_twos(const char *s) {
  unsigned long i = 0;
  while (s[i]) i += (s[i] == '%') + 1; // type 3: size of the object at s, if every access is inside its object
  return i;
}
// A list of pointers to pointers.
int from_link_to_link(struct reader **r) {
  int n = 0;
  while (*r) { r = &(*r)->next; n++; } // type 3: length of the list at r, if the list ends
  return n;
}

// Records with their lengths.
const unsigned char *last_record(const unsigned char *p) {
  while (*p == 7) p += p[1] << 8 | p[2]; // type 3: length of the chain at p, if the chain ends
  return p;
}

// Halves.
int binary_search(const int *a, int n, int x) {
  int low = 0, high = n - 1;
  while (low <= high) { // type 4: high + 1, if no number leaves the range of its type
    int middle = low + (high - low) / 2;
    if (a[middle] == x) return middle;
    if (a[middle] < x) low = middle + 1; else high = middle - 1;
  }
  return -1;
}
// What the inner loop leaves is compared, not the variable itself.
int skips_first(const char *s, const char *end) {
  int words = 0;
  for (;;) {
    while (s < end && *s == ' ') s++; // type 3: end - s
    if (s >= end) break;
    s++;
    words++;
  }
  return words;
}
