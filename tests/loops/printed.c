/* What is printed about these loops is evaluated with the types of C and compared with native runs
   (crates/lariat/tests/commands/printed.rs). HERE stands where the loop is reached, STEP in front of its
   body, and KEEP shows a variable after it; KEEP_IN does so for a pointer into an array. MARK stands on the
   line of an operation that may overflow. */
#include <stddef.h>
#ifdef NATIVE
void here(void);
void step(void);
void keep(const char *name, int negative, unsigned long long value);
#define HERE here()
#define STEP step()
#define KEEP(x) keep(#x, (x) < 0, (unsigned long long)(x))
#define KEEP_IN(x, area) keep(#x, (x) < (area), (unsigned long long)((x) - (area)))
void mark(int line);
#define MARK mark(__LINE__)
extern int ints[64];
extern char chars[64];
#else
#define HERE (void)0
#define STEP (void)0
#define KEEP(x) (void)(x)
#define KEEP_IN(x, area) (void)(x)
#define MARK (void)0
#endif

/* Several ways to a loop. */
int capped(int n) { int i = 0; if (n > 40) n = 40; HERE;
  while (i < n) { STEP; i++; }
  KEEP(i); return i; }
int later_start(int n, int late) { int i = 0; if (late) i = 3; HERE;
  while (i < n) { STEP; i++; }
  KEEP(i); return i; }
int replaced(int n) { int i = 0; if (n > 90) return -1; if (n < 0) n = 9; HERE;
  while (i < n) { STEP; i++; }
  KEEP(i); return i; }
int size_of_number(int n) { int c = 0; if (n < 0) n = -n; HERE;
  for (int i = 0; i < n; i++) { STEP; c++; }
  KEEP(c); return c; }
int smaller(int a, int b) { int m = a < b ? a : b, c = 0; HERE;
  for (int i = 0; i < m; i++) { STEP; c++; }
  KEEP(c); return c; }
int ordered(int a, int b) { int c = 0; if (a < b) { int t = a; a = b; b = t; } HERE;
  while (a > b) { STEP; a--; c++; }
  KEEP(c); return c; }
int by_kind(int n, int kind) { int by, i = 0;
  switch (kind) { case 0: by = 1; break; case 1: by = 3; break; default: by = 7; } HERE;
  while (i < n) { STEP; i += by; }
  KEEP(i); return i; }
int chosen(int n, int f) { int i = f ? 8 : 2; HERE;
  while (i < n) { STEP; i++; }
  KEEP(i); return i; }
int told_or_not(int n, int loud) { int i = 0, told = 0; if (loud) told = 1; HERE;
  while (i < n) { STEP; i++; }
  KEEP(i); return i + told; }

/* Towards an end by steps down. */
unsigned to_zero(unsigned n) { unsigned i, c = 5; HERE;
  for (i = n; i != 0; i--) { STEP; c += 3; }
  KEEP(i); KEEP(c); return i + c; }
unsigned to_n(unsigned n) { unsigned c = 7, i; HERE;
  for (i = 0; i != n; i++) { STEP; c += 2; }
  KEEP(i); KEEP(c); return c; }
size_t post(size_t n) { size_t s = 1; HERE;
  while (n-- > 0) { STEP; s += 2; }
  KEEP(s); KEEP(n); return s; }
unsigned char by_two(unsigned char n) { unsigned char i, c = 0; HERE;
  for (i = n; i != 6; i -= 2) { STEP; c++; }
  KEEP(i); return c; }
unsigned between(unsigned a, unsigned b) { unsigned c = 0; HERE;
  while (a != b) { STEP; a++; c++; }
  KEEP(a); KEEP(c); return c; }
unsigned char thirds(unsigned char n) { unsigned char i = 0; HERE;
  while (i != n) { STEP; i += 3; }
  KEEP(i); return i; }

/* Signs and widths. */
unsigned as_unsigned(int n) { unsigned c = 0, i; HERE;
  for (i = 0; i < (unsigned)n; i++) { STEP; c++; }
  KEEP(i); KEEP(c); return c; }
unsigned as_signed(unsigned n) { unsigned c = 0; int i; HERE;
  for (i = 0; i < (int)n; i++) { STEP; c++; }
  KEEP(i); KEEP(c); return c; }
short as_short(int n) { short i = 0, m = n; HERE;
  while (i < m) { STEP; i++; }
  KEEP(i); return i; }
int as_byte(int n) { int i = 0; unsigned char m = n; HERE;
  while (i < m) { STEP; i++; }
  KEEP(i); return i; }
int as_int(long n) { int i = 0; HERE;
  while (i < (int)n) { STEP; i++; }
  KEEP(i); return i; }
int next_byte(unsigned char n) { int i = 0; unsigned char m = n + 1; HERE;
  while (i < m) { STEP; i++; }
  KEEP(i); return i; }
unsigned high_bits(unsigned n) { unsigned i = 0; HERE;
  while (i < n >> 4) { STEP; i++; }
  KEEP(i); return i; }
int low_bits(int n) { int i = 0; HERE;
  while (i < (n & 15)) { STEP; i++; }
  KEEP(i); return i; }
int from_unsigned(unsigned n) { int c = 0, i; HERE;
  for (i = n; i > 0; i--) { STEP; c++; }
  KEEP(i); KEEP(c); return c; }
int narrow(int n) { short c = 0; HERE;
  for (int i = 0; i < n; i++) { STEP; c++; }
  KEEP(c); return c; }
int narrow_unsigned(int n) { unsigned char c = 250; HERE;
  for (int i = 0; i < n; i++) { STEP; c++; }
  KEEP(c); return c; }
int halves(int n) { int i = 0; HERE;
  while (i < n / 2) { STEP; i++; }
  KEEP(i); return i; }
int rest(int n) { int i = 0; HERE;
  while (i < n % 5) { STEP; i++; }
  KEEP(i); return i; }
int doubled(int n) { int i = 0; HERE;
  while (i < 2 * n) { STEP; i++; }
  KEEP(i); return i; }

/* Unsigned arithmetic before the loop. */
int sum_first(unsigned a, unsigned b) { int c = 0; unsigned i; HERE;
  for (i = a + b; i > 5; i--) { STEP; c++; }
  KEEP(i); KEEP(c); return c; }
unsigned less_three(unsigned a) { unsigned i = a - 3; HERE;
  while (i < 100) { STEP; i++; }
  KEEP(i); return i; }
void both_ends(size_t n) { size_t i = 0, j = n - 1; HERE;
  while (i < j) { STEP; i++; j--; }
  KEEP(i); KEEP(j); }
unsigned distance(unsigned a, unsigned b) { unsigned i = 0; HERE;
  while (i < a - b) { STEP; i++; }
  KEEP(i); return i; }
unsigned twice(unsigned n) { unsigned i = 0; HERE;
  while (i < 2 * n) { STEP; i++; }
  KEEP(i); return i; }

/* Plain ones. */
int sums(int n) { int s = 0, i; HERE;
  for (i = 0; i < n; i++) { STEP; s += i; }
  KEEP(s); KEEP(i); return s; }
int down_sums(int n) { int s = 0; HERE;
  for (; n > 0; n--) { STEP; s += n; }
  KEEP(s); KEEP(n); return s; }
int twos(int k, int n) { int t = 0; HERE;
  while (k < n) { STEP; k += 2; t++; }
  KEEP(k); KEEP(t); return t; }
int meet(int lo, int hi) { HERE;
  while (lo < hi) { STEP; lo++; hi--; }
  KEEP(lo); KEEP(hi); return lo; }
long longs(long n) { long s = 0, i; HERE;
  for (i = 0; i < n; i++) { STEP; s += 3; }
  KEEP(s); KEEP(i); return s; }
int at_least_once(int n) { int i = 0; HERE;
  do { STEP; i += 5; } while (i < n);
  KEEP(i); return i; }
int stops_at(int n, int b) { int i; HERE;
  for (i = 0; i < n; i++) { if (i == b) break; STEP; }
  KEEP(i); return i; }

/* Bounds of one byte and more, and loops that may not be entered for two reasons. */
int flagged(int n, int f) { int i = 0; HERE;
  while (f && i < n) { STEP; i++; }
  KEEP(i); return i; }
int byte_down(unsigned char n) { int c = 0; HERE;
  for (unsigned char i = n; i > 0; i--) { STEP; c++; }
  KEEP(c); return c; }
int byte_up(unsigned char n) { int c = 0; HERE;
  for (unsigned char i = n; i != 0; i++) { STEP; c++; }
  KEEP(c); return c; }
unsigned one_less(unsigned n) { unsigned c = 0; HERE;
  for (unsigned i = 0; i < n - 1; i++) { STEP; c++; }
  KEEP(c); return c; }
unsigned sum_down(unsigned n) { unsigned s = 0; HERE;
  for (unsigned i = n; i >= 1; i--) { STEP; s += i; }
  KEEP(s); return s; }
unsigned mixed(int n, unsigned m) { unsigned c = 0; HERE;
  for (int i = n; i < m; i++) { STEP; c++; }
  KEEP(c); return c; }
int digits(int n) { int d = 0; HERE;
  while (n != 0) { STEP; n /= 10; d++; }
  return d; }
int digits_do(unsigned n) { int d = 0; HERE;
  do { STEP; d++; n /= 10; } while (n);
  return d; }
int root(int n) { int r = 0; HERE;
  while ((r + 1) * (r + 1) <= n) { STEP; r++; }
  KEEP(r); return r; }
int divisor(int n) { int i; if (n < 2) return 0; HERE;
  for (i = 2; i * i <= n; i++) { if (n % i == 0) break; STEP; }
  KEEP(i); return i; }
int halfway(int n) { int c = 0; HERE;
  for (;;) { STEP; c += 2; if (c > n) break; n--; }
  KEEP(c); KEEP(n); return c; }
int two_limits(int a, int b) { int c = 0; HERE;
  while (a > 0 && b > 0) { STEP; a--; b -= 2; c++; }
  KEEP(a); KEEP(b); KEEP(c); return c; }
int even_only(int n) { int i = 1; HERE;
  while (i != n) { STEP; i += 2; }
  KEEP(i); return i; }
unsigned odd_only(unsigned n) { unsigned i = 1; HERE;
  while (i != n) { STEP; i += 2; }
  KEEP(i); return i; }
int to_the_end(int n) { int p = 1, i; HERE;
  for (i = 1; i <= n; i++) { STEP; p *= 2; }
  KEEP(i); return i; }

/* The first of several operations that overflow is the one that is named. */
int first_one(int n) { int s = 0, t = 0; HERE;
  for (int i = 0; i < n; i++) { STEP;
    MARK; s += 300000;
    MARK; t += 600000; }
  return s ^ t; }
int second_one(int a, int b) { HERE;
  while (a < 2000000000) { STEP;
    MARK; a += 500000;
    MARK; b += 900000; }
  return a ^ b; }
int at_once(int n) { int s = 1000000, t = 1000000; HERE;
  while (n > 0) { STEP;
    MARK; s += 1000000;
    MARK; t += 1000000;
    n--; }
  return s ^ t; }

/* Pointers. */
long up_to(int *p, int *end) { long c = 0; HERE;
  while (p < end) { STEP; p++; c++; }
  KEEP_IN(p, ints); KEEP(c); return c; }
long until(int *p, int *end) { long c = 0; HERE;
  while (p != end) { STEP; p++; c++; }
  KEEP_IN(p, ints); KEEP(c); return c; }
long by_pairs(int *p, int *end) { long c = 0; HERE;
  for (; p < end; p += 2) { STEP; c++; }
  KEEP_IN(p, ints); KEEP(c); return c; }
long letters(char *p, char *end) { long c = 0; HERE;
  while (p < end) { STEP; p++; c++; }
  KEEP_IN(p, chars); KEEP(c); return c; }
long backwards(int *p, int *start) { long c = 0; HERE;
  while (p > start) { STEP; p--; c++; }
  KEEP_IN(p, ints); KEEP(c); return c; }
long inwards(int *p, int *q) { long c = 0; HERE;
  while (p < q) { STEP; p++; q--; c++; }
  KEEP_IN(p, ints); KEEP_IN(q, ints); KEEP(c); return c; }
long counted(char *p, unsigned n) { char *start = p; HERE;
  while (n-- > 0) { STEP; p++; }
  KEEP_IN(p, chars); KEEP(n); return p - start; }

/* Doubling, halving, digits: logarithms. */
int doubled_below(int n) { int c = 0, i; HERE;
  for (i = 1; i < n; MARK, i *= 2) { STEP; c++; }
  KEEP(i); KEEP(c); return c; }
int doubled_to(int n) { int i = 3; HERE;
  while (i <= n) { STEP; MARK; i = i + i; }
  KEEP(i); return i; }
unsigned doubled_unsigned(unsigned n) { unsigned c = 5, i; HERE;
  for (i = 1; i < n; i <<= 1) { STEP; c += 2; }
  KEEP(i); KEEP(c); return c; }
long tenfold(long n) { long i = 1; int c = 0; HERE;
  while (i <= n) { STEP; c--; MARK; i *= 10; }
  KEEP(i); KEEP(c); return c; }
int fourfold_short(short n) { int i = 1; HERE;
  while (i < n) { STEP; i *= 4; }
  KEEP(i); return i; }
unsigned doubled_after(unsigned char n) { unsigned i = 1; HERE;
  do { STEP; i *= 2; } while (i < n);
  KEEP(i); return i; }
int digits_signed(int n) { int c = 0; HERE;
  while (n != 0) { STEP; n /= 10; c++; }
  KEEP(c); KEEP(n); return c; }
int halves_signed(int n) { int c = 0; HERE;
  while (n) { STEP; n /= 2; c++; }
  KEEP(c); KEEP(n); return c; }
int digits_after(unsigned n) { int c = 0; HERE;
  do { STEP; n /= 10; c++; } while (n);
  KEEP(c); KEEP(n); return c; }
int digits_above(size_t n) { int c = 1; HERE;
  for (; n >= 10; n /= 10) { STEP; c++; }
  KEEP(c); KEEP(n); return c; }
int shifted(unsigned n) { int c = 0; HERE;
  while (n >>= 1) { STEP; c++; }
  KEEP(c); KEEP(n); return c; }
int shifted_signed(int n) { int c = 0; HERE;
  while (n > 1) { STEP; n >>= 1; c++; }
  KEEP(c); KEEP(n); return c; }
int shifted_by_four(unsigned long n) { int c = 0; HERE;
  for (; n; n >>= 4) { STEP; c += 3; }
  KEEP(c); KEEP(n); return c; }
int above_seven(int n) { int i, c = 0; HERE;
  for (i = n; i > 7; i /= 3) { STEP; c++; }
  KEEP(c); KEEP(i); return c; }
int halves_char(unsigned char n) { int c = 0; HERE;
  while (n > 0) { STEP; n /= 2; c++; }
  KEEP(c); KEEP(n); return c; }
