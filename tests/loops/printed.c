/* What is printed about these loops is evaluated with the types of C and compared with native runs
   (crates/lariat/tests/commands/printed.rs). HERE stands where the loop is reached, STEP in front of its
   body, and KEEP shows a variable after it. */
#include <stddef.h>
#ifdef NATIVE
void here(void);
void step(void);
void keep(const char *name, int negative, unsigned long long value);
#define HERE here()
#define STEP step()
#define KEEP(x) keep(#x, (x) < 0, (unsigned long long)(x))
#else
#define HERE (void)0
#define STEP (void)0
#define KEEP(x) (void)(x)
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
