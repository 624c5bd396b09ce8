// Loops of many kinds, with what `lariat loops` says of them: after `//|` the lines that follow each other in its output.
// Spaces do not count, and files are left out: `line 12` is the place.
#include <stddef.h>
#include <limits.h>
typedef struct node { struct node *next; int v; } node;
typedef struct { int len; int cap; int *data; } vec;
int limit;
extern int get(void);

int count_up(int a, int b) { int c = 0;
  for (int i = a; i < b; i++) c++;
  return c; }
//| count_up (line 11)          type 1, exact        at most b - a iterations
//|   b ≤ a                       not entered          c = 0, i = a
//|   a < b and b ≤ a + INT_MAX   b - a iterations     c = b - a, i = b
//|   a + INT_MAX < b             INT_MAX iterations   signed overflow at line 11:32

int down(int n) {
  while (n > 0) n--;
  return n; }
//| down (line 19)   type 1, exact   at most n iterations
//|   n ≤ 0            not entered
//|   n ≥ 1            n iterations    n = 0

int down_by_two(int n) { int k = 0;
  while (n >= 2) { n -= 2; k++; }
  return k; }
//| down_by_two (line 26)   type 1, exact      at most ⌊n/2⌋ iterations
//|   n ≤ 1                   not entered        k = 0
//|   n ≥ 2                   ⌊n/2⌋ iterations   k = ⌊n/2⌋, n = n - 2*⌊n/2⌋

unsigned squares(unsigned n) { unsigned s = 0;
  for (unsigned i = 1; i <= n; i++) s += i * i;
  return s; }
//| squares (line 33)   type 1, exact
//|   n ≤ UINT_MAX - 1    n iterations    s = (n(n+1)(2*n+1)/6) mod 2^32, i = n + 1
//|   n = UINT_MAX        never ends
//|   at most n iterations, if none of the cases that never end applies

int step_k(int n, int k) { int i = 0; if (k <= 0) return -1;
  while (i < n) i += k;
  return i; }
//| step_k (line 41)                        type 1, exact            at most ⌈n/k⌉ iterations
//|   n ≤ 0                                   not entered              i = 0
//|   n ≥ 1 and k + k*⌊(n - 1)/k⌋ ≤ INT_MAX   ⌈n/k⌉ iterations         i = k + k*⌊(n - 1)/k⌋
//|   k + k*⌊(INT_MAX - k)/k⌋ < n             ⌊INT_MAX/k⌋ iterations   signed overflow at line 41:19

int not_equal(int n) { int i = 0;
  while (i != n) i += 2;
  return i; }
//| not_equal (line 49)                type 1, exact           at most 1073741823 iterations
//|   n ≥ 0 and n is even                ⌊n/2⌋ iterations        i = 2*⌊n/2⌋
//|   n ≤ -1 or n = INT_MAX              1073741823 iterations   signed overflow at line 49:20
//|   1 ≤ n ≤ INT_MAX - 1 and n is odd   1073741823 iterations   signed overflow at line 49:20

unsigned even_step(unsigned n) { unsigned i = 0;
  while (i != n) i += 4;
  return i; }
//| even_step (line 57)    type 2, exact               no bound
//|   numbers wrap around: it ends only if steps of 4 lead to the end
//|   n is a multiple of 4   n/4 iterations   i = n
//|   otherwise              never ends

int doubling(int n) { int p = 1;
  while (p < n) p *= 2;
  return p; }
//| doubling (line 65)   type 3, exact          at most ⌈log2(n)⌉ iterations
//|   n ≤ 1                not entered            p = 1
//|   2 ≤ n ≤ 1073741824   ⌈log2(n)⌉ iterations   p = 2^⌈log2(n)⌉
//|   n > 1073741824       30 iterations          signed overflow at line 65:19

int collatz(int n) { int c = 0;
  while (n != 1) { if (n % 2 == 0) n /= 2; else n = 3 * n + 1; c++; }
  return c; }
//| collatz (line 73)   type 4, approximate   at most INT_MAX iterations
//|   when n is odd: n = 3*n + 1
//|   when n is even: n = n / 2
//|   each iteration: c = c + 1
//|   c grows by 1
//|   no closed form: a condition is on a variable that has no closed form
//|   assuming that no iteration ends in an error or by exit

int euclid(int a, int b) {
  while (b != 0) { int t = a % b; a = b; b = t; }
  return a; }
//| euclid (line 84)   type 3, approximate   no bound known
//|   each iteration, at once: b = a % b, a = b
//|   no closed form: a condition is on a variable that has no closed form
//|   assuming that no iteration ends in an error or by exit

void set(char *p, int c, size_t n) {
  for (size_t i = 0; i < n; i++) p[i] = c; }
//| set (line 92)   type 1, exact   at most n iterations
//|   always          n iterations    i = n
//|   each iteration: p[i] = (char)c, i = i + 1

void copy(char *d, const char *s, size_t n) {
  while (n--) *d++ = *s++; }
//| copy (line 98)   type 1, exact
//|   always           n iterations    n = ULONG_MAX, s = s + n, d = d + n
//|   each iteration: *d = *s, n = n - 1, s = s + 1, d = d + 1

char *copy_string(char *d, const char *s) { char *r = d;
  while ((*d++ = *s++)) ;
  return r; }
//| copy_string (line 104)   type 3, approximate
//|   iterations: at most the size of the object at s, if every access is inside its object
//|   each iteration: *d changes, s = s + 1, d = d + 1
//|   s grows by 1; d grows by 1
//|   no closed form: what an iteration does depends on data that is read on the way

size_t length(const char *s) { const char *p = s;
  while (*p) p++;
  return p - s; }
//| length (line 113)   type 3, exact
//|   stops at the first k ≥ 0 with s[k] = 0
//|   at that k           k iterations    p = s + k
//|   no such k           never ends      unless an access fails
//|   iterations: at most the size of the object at s, if every access is inside its object

const char *skip(const char *s) {
  while (*s == ' ' || *s == '\t') s++;
  return s; }
//| skip (line 122)   type 3, exact
//|   stops at the first k ≥ 0 with s[k] ≠ ' ' and s[k] ≠ '\t'
//|   at that k         k iterations    s = s + k
//|   no such k         never ends      unless an access fails
//|   iterations: at most the size of the object at s, if every access is inside its object

int index_of(const int *a, int n, int key) {
  for (int i = 0; i < n; i++)
    if (a[i] == key)
      return i;
  return -1; }
//| index_of (line 131)   type 3, exact   at most max(0, n) iterations
//|   stops at the first k ≥ 0 with k ≥ n or a[k] = key
//|   k ≥ n                 k iterations    i = k
//|   a[k] = key            k iterations    i = k, to line 133
//|   assuming that no iteration ends in an error or by exit

int sum_array(const int *a, int n) { int s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  return s; }
//| sum_array (line 142)   type 1, exact count   at most n iterations
//|   n ≤ 0                  not entered           s = 0, i = 0
//|   n ≥ 1                  n iterations          i = n
//|   each iteration: s = s + a[i], i = i + 1
//|   no closed form for s
//|   assuming that no iteration ends in an error or by exit

int count_positive(const int *a, int n) { int c = 0;
  for (int i = 0; i < n; i++) if (a[i] > 0) c++;
  return c; }
//| count_positive (line 152)   type 4, exact count   at most n iterations
//|   n ≤ 0                       not entered           i = 0
//|   n ≥ 1                       n iterations          i = n
//|   when a[i] > 0: c = c + 1
//|   each iteration: i = i + 1
//|   no closed form for c
//|   assuming that no iteration ends in an error or by exit

void bubble(int *a, int n) {
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < n - 1 - i; j++)
      if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } }
//| bubble (line 163)   type 1, exact      at most n - 1 iterations
//|   n ≤ 1               not entered        i = 0
//|   n ≥ 2               n - 1 iterations   i = n - 1
//|   assuming that no iteration ends in an error or by exit
//|   inner loop (line 164)   type 1, exact          at most n - i - 1 iterations
//|     n ≤ i + 1               not entered            j = 0
//|     i + 2 ≤ n               n - i - 1 iterations   j = n - i - 1
//|     assuming that no iteration ends in an error or by exit

void multiply(double a[8][8], double b[8][8], double c[8][8]) {
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      for (int k = 0; k < 8; k++)
        c[i][j] += a[i][k] * b[k][j]; }
//| multiply (line 176)   type 1, exact   8 iterations
//|   always                8 iterations    i = 8
//|   assuming that no iteration ends in an error or by exit
//|   inner loop (line 177)   type 1, exact   8 iterations
//|     always                  8 iterations    j = 8
//|     assuming that no iteration ends in an error or by exit
//|     inner loop (line 178)   type 1, exact   8 iterations
//|       always                  8 iterations    k = 8
//|       assuming that no iteration ends in an error or by exit

int list_length(node *l) { int n = 0;
  while (l) { l = l->next; n++; }
  return n; }
//| list_length (line 191)   type 3, approximate
//|   iterations: at most the length of the list at l, if the list ends
//|   each iteration: n = n + 1, l = l->next
//|   n grows by 1
//|   no closed form: where it goes next is read from memory
//|   assuming that no iteration ends in an error or by exit

node *find_node(node *l, int v) {
  while (l && l->v != v) l = l->next;
  return l; }
//| find_node (line 201)   type 3, approximate
//|   iterations: at most the length of the list at l, if the list ends
//|   each iteration: l = l->next
//|   no closed form: where it goes next is read from memory

int ten(void) { int s = 0;
  for (int i = 0; i < 10; i++) s += i;
  return s; }
//| ten (line 209)   type 1, exact   10 iterations
//|   always           10 iterations   i = 10, s = 45

int do_digits(unsigned n) { int c = 0;
  do { n /= 10; c++; } while (n);
  return c; }
//| do_digits (line 215)   type 3, exact               at most 10 iterations
//|   n ≤ 9                  1 iteration                 c = 1, n = 0
//|   n ≥ 10                 ⌊log10(n)⌋ + 1 iterations   c = ⌊log10(n)⌋ + 1, n = 0



int breaks(int n) { int i = 0;
  while (1) { if (i >= n) break; i++; }
  return i; }
//| breaks (line 224)   type 1, exact   at most n iterations
//|   n ≤ 0               0 iterations    i = 0
//|   n ≥ 1               n iterations    i = n

int breaks_late(int n) { int i = 0;
  for (;;) { i++; if (i >= n) break; }
  return i; }
//| breaks_late (line 231)   type 1, exact           at most max(0, n - 1) full iterations
//|   n ≤ 1                    0 full iterations       i = 1
//|   n ≥ 2                    n - 1 full iterations   i = n

int continues(int n) { int s = 0;
  for (int i = 0; i < n; i++) { if (i % 2) continue; s++; }
  return s; }
//| continues (line 238)   type 4, exact count   at most n iterations
//|   n ≤ 0                  not entered           i = 0
//|   n ≥ 1                  n iterations          i = n
//|   when i is even: s = s + 1
//|   each iteration: i = i + 1
//|   no closed form for s
//|   assuming that no iteration ends in an error or by exit

int flag(int n) { int go = 1, i = 0;
  while (go) { i++; if (i >= n) go = 0; }
  return i; }
//| flag (line 249)   type 1, exact   at most max(1, n) iterations
//|   n ≤ 1             1 iteration     go = 0, i = 1
//|   n ≥ 2             n iterations    go = 0, i = n

void forever(void) {
  for (;;) get(); }
//| forever (line 256)   type 1, exact   no bound
//|   always               never ends

int until_input(void) { int n = 0;
  while (get() != -1) n++;
  return n; }
//| until_input (line 261)   type 3, approximate   no bound known
//|   each iteration: n = n + 1
//|   n grows by 1
//|   no closed form: what an iteration does depends on data that is read on the way
//|   assuming that no iteration ends in an error or by exit

int global_bound(void) { int i = 0;
  while (i < limit) i++;
  return i; }
//| global_bound (line 270)   type 1, exact      at most limit iterations
//|   limit ≤ 0                 not entered        i = 0
//|   limit ≥ 1                 limit iterations   i = limit
//|   assuming that no iteration ends in an error or by exit

void fill(vec *v, int x) {
  for (int i = 0; i < v->len; i++) v->data[i] = x; }
//| fill (line 278)   type 3, approximate
//|   at most max(0, v->len) iterations, if calls and other pointers leave what the conditions read
//|     alone
//|   each iteration: memory changes, i = i + 1
//|   i grows by 1
//|   no closed form: what an iteration does depends on data that is read on the way
//|   assuming that no iteration ends in an error or by exit

void shrink(vec *v) {
  while (v->len > v->cap) v->len--; }
//| shrink (line 288)   type 1, exact                at most v->len - v->cap iterations
//|   v->len ≤ v->cap     not entered
//|   v->cap < v->len     v->len - v->cap iterations   v->len = v->cap
//|   assuming that no iteration ends in an error or by exit

int char_counter(int n) { int s = 0;
  for (char c = 0; c < n; c++) s++;
  return s; }
//| char_counter (line 295)   type 1, exact        at most INT_MAX iterations
//|   n ≤ 0                     not entered          s = 0, c = 0
//|   1 ≤ n ≤ 127               n iterations         s = n, c = n
//|   n ≥ 128                   INT_MAX iterations   signed overflow at line 295:33

unsigned char wraps(unsigned char c) {
  while (c < 200) c += 60;
  return c; }
//| wraps (line 303)              type 1, exact count         no bound known
//|   c + 60*⌈(136 - c)/60⌉ ≥ 140   ⌈(200 - c)/60⌉ iterations   c = c + 60*⌈(200 - c)/60⌉
//|   1 more case; --verbose shows it
//|   each iteration: c = c + 60
//|   c grows by 60
//|   no closed form: its cases are too long to be read

int size_versus_int(size_t n) { int i;
  for (i = 0; i < n; i++) ;
  return i; }
//| size_versus_int (line 313)   type 1, exact        at most n iterations
//|   n ≤ INT_MAX                  n iterations         i = n
//|   n > INT_MAX                  INT_MAX iterations   signed overflow at line 313:23

int reversed(unsigned n) { int c = 0;
  for (unsigned i = n - 1; i >= 0; i--) c++;
  return c; }
//| reversed (line 320)   type 1, exact        at most INT_MAX iterations
//|   always                INT_MAX iterations   signed overflow at line 320:42

int meet(int lo, int hi) {
  while (lo < hi) { lo++; hi--; }
  return lo; }
//| meet (line 326)   type 1, exact              at most ⌈(hi - lo)/2⌉ iterations
//|   hi ≤ lo           not entered
//|   lo < hi           ⌈(hi - lo)/2⌉ iterations   hi = ⌊(hi + lo)/2⌋, lo = ⌈(hi + lo)/2⌉

int search(const int *a, int n, int key) { int lo = 0, hi = n;
  while (lo < hi) { int mid = lo + (hi - lo) / 2; if (a[mid] < key) lo = mid + 1; else hi = mid; }
  return lo; }
//| search (line 333)   type 4, approximate   at most max(0, n) iterations
//|   when a[lo + ((hi - lo) / 2)] ≥ key: hi = lo + ((hi - lo) / 2)
//|   when a[lo + ((hi - lo) / 2)] < key: lo = lo + ((hi - lo) / 2) + 1
//|   no closed form: what an iteration does depends on data that is read on the way
//|   assuming that no iteration ends in an error or by exit

int state_machine(const char *s) { int st = 0, i = 0;
  while (s[i]) { switch (st) { case 0: if (s[i] == '"') st = 1; break; case 1: if (s[i] == '"') st = 0; else if (s[i] == '\\') st = 2; break; default: st = 1; } i++; }
  return st; }
//| state_machine (line 342)   type 4, approximate
//|   iterations: at most the size of the object at s, if every access is inside its object
//|   i grows by 1
//|   no closed form: what an iteration does depends on data that is read on the way
//|   assuming that no iteration ends in an error or by exit

int figure_1a(int n, int x, int z) {
  while (x < n) if (z > x) x++; else z++;
  return x == z; }
//| figure_1a (line 351)      type 1, exact            at most max(n - x, 2*n - x - z) iterations
//|   n ≤ x                     not entered
//|   z ≤ x and n = x + 2       n + 2 - z iterations     x = n, z = x + 2
//|   n = x + 1 and z ≤ x       n + 1 - z iterations     x = n, z = x + 1
//|   x < z and n = z + 1       n + 1 - x iterations     x = n, z = z + 1
//|   x + 3 ≤ n and z + 2 ≤ n   2*n - x - z iterations   x = n, z = n
//|   x < n and n ≤ z           n - x iterations         x = n

int figure_6a(int n, int m) { int i = 0, j = 0; if (!(0 < m && m < n)) return 0;
  while (i < n) { if (j < m) j++; else { j = 0; i++; } }
  return i; }
//| figure_6a (line 362)   type 1, exact       at most n(m+1) iterations
//|   always                 n(m+1) iterations   i = n, j = 0

int terminal(int i) {
  while (i < 10) i = 0;
  return i; }
//| terminal (line 368)   type 1, exact   no bound
//|   i ≥ 10                not entered
//|   i ≤ 9                 never ends

int last_index(int n) { int last = n - 1, i = 0;
  while (i < last) i++;
  return i; }
//| last_index (line 375)   type 1, exact      at most n - 1 iterations
//|   n ≤ 1                   not entered        i = 0
//|   n ≥ 2                   n - 1 iterations   i = n - 1

long long_sum(long n) { long s = 0;
  for (long i = 0; i < n; i++) s += 2;
  return s; }
//| long_sum (line 382)           type 1, exact                    at most n iterations
//|   n ≤ 0                         not entered                      s = 0, i = 0
//|   1 ≤ n ≤ 4611686018427387903   n iterations                     s = 2*n, i = n
//|   n > 4611686018427387903       4611686018427387903 iterations   signed overflow at line 382:34

int bits(unsigned x) { int c = 0;
  while (x) { x &= x - 1; c++; }
  return c; }
//| bits (line 390)   type 3, approximate   at most 32 iterations (the bits of x)
//|   each iteration: c = c + 1, x = x & (x - 1)
//|   c grows by 1; x never gets larger
//|   no closed form: a condition is on a variable that has no closed form
//|   assuming that no iteration ends in an error or by exit

int parse(const char *s) { int v = 0;
  while (*s >= '0' && *s <= '9') { v = v * 10 + (*s - '0'); s++; }
  return v; }
//| parse (line 399)   type 3, exact count
//|   stops at the first k ≥ 0 with s[k] < '0' or s[k] > '9'
//|   at that k          k iterations          s = s + k
//|   no such k          never ends            unless an access fails
//|   iterations: at most the size of the object at s, if every access is inside its object
//|   each iteration: v = 10*v + *s - 48, s = s + 1
//|   no closed form for v
//|   assuming that no iteration ends in an error or by exit

unsigned hash(const char *s, size_t n) { unsigned h = 5381;
  for (size_t i = 0; i < n; i++) h = h * 33 + s[i];
  return h; }
//| hash (line 411)   type 1, exact count   at most n iterations
//|   n = 0             not entered           h = 5381, i = 0
//|   n ≥ 1             n iterations          i = n
//|   each iteration: h = 33*h + s[i], i = i + 1
//|   no closed form for h

int power(int b, int n) { int r = 1;
  while (n > 0) { r *= b; n--; }
  return r; }
//| power (line 420)   type 1, exact count   at most n iterations
//|   n ≤ 0              not entered           r = 1
//|   n ≥ 1              n iterations          n = 0
//|   each iteration: n = n - 1, r = r*b
//|   no closed form for r
//|   assuming that no iteration ends in an error or by exit

int fib(int n) { int a = 0, b = 1;
  for (int i = 0; i < n; i++) { int t = a + b; a = b; b = t; }
  return a; }
//| fib (line 430)   type 1, exact count   at most n iterations
//|   n ≤ 0            not entered           i = 0, b = 1, a = 0
//|   n ≥ 1            n iterations          i = n
//|   each iteration, at once: i = i + 1, b = b + a, a = b
//|   no closed form for b, a
//|   assuming that no iteration ends in an error or by exit

int early(const int *a, int n) {
  for (int i = 0; i < n; i++) { if (a[i] < 0) return -1; if (a[i] == 0) break; }
  return 0; }
//| early (line 440)   type 3, exact   at most max(0, n) iterations
//|   stops at the first k ≥ 0 with k ≥ n or a[k] < 0 or a[k] = 0
//|   at that k          k iterations    i = k
//|   assuming that no iteration ends in an error or by exit

/* A square stops it, or its overflow does. */
int root(int n) {
  int r = 0;
  while ((r + 1) * (r + 1) <= n) r++;
  return r;
}
//| root (line 450)        type 3, exact   at most 46340 iterations
//|   stops at the first k ≥ 0 with n < (k+1)² or (k+1)² > INT_MAX
//|   n < (k+1)² ≤ INT_MAX   k iterations    r = k
//|   (k+1)² > INT_MAX       k iterations    signed overflow at line 450:18

/* Where the overflow is is known, and that there is one. */
int factorial(int n) {
  int f = 1;
  for (int i = 2; i <= n; i++) f *= i;
  return f;
}
//| factorial (line 461)   type 1, exact count   at most n - 1 iterations
//|   n ≤ 1                  not entered           f = 1, i = 2
//|   2 ≤ n ≤ INT_MAX - 1    n - 1 iterations      i = n + 1
//|   n = INT_MAX            ends early            signed overflow at line 461:28 or line 461:34
//|   each iteration: f = f*i, i = i + 1
//|   no closed form for f
//|   assuming that no iteration ends in an error or by exit, unless a line says so

/* Input is not always empty. */
int getchar(void);
int lines(void) {
  int c, n = 0;
  while ((c = getchar()) != -1) if (c == '\n') n++;
  return n;
}
//| lines (line 476)   type 4, approximate
//|   iterations: at most as often as getchar delivers something, if what getchar reads ends
//|   sometimes: n = n + 1
//|   otherwise: nothing changes
//|   n grows by 0 or 1
//|   no closed form: what an iteration does depends on data that is read on the way
//|   assuming that no iteration ends in an error or by exit

/* Numbers without a sign that nobody compares by size. */
int byte_down(unsigned char n) {
  int c = 0;
  for (unsigned char i = n; i > 0; i--) c++;
  return c;
}
//| byte_down (line 490)   type 1, exact   at most n iterations
//|   always                 n iterations    c = n, i = 0

double halvings(double x) {
  double s = 1.5;
  for (int i = 0; i < 8; i++) s = s + x / 2;
  return s;
}
//| halvings (line 498)   type 1, exact count   8 iterations
//|   always                8 iterations          i = 8
//|   each iteration: s = (x / 2) + s, i = i + 1
//|   no closed form for s

unsigned sum_down(unsigned n) {
  unsigned s = 0;
  for (unsigned i = n; i >= 1; i--) s += i;
  return s;
}
//| sum_down (line 508)   type 1, exact count   at most n iterations
//|   always                n iterations          i = 0
//|   each iteration: s = s + i, i = i - 1
//|   no closed form for s

int doublings(int n) {
  int k = 0;
  for (int i = 1; i < n; i *= 2) k++;
  return k;
}
//| doublings (line 518)   type 3, exact          at most ⌈log2(n)⌉ iterations
//|   n ≤ 1                not entered            k = 0, i = 1
//|   2 ≤ n ≤ 1073741824   ⌈log2(n)⌉ iterations   k = ⌈log2(n)⌉, i = 2^⌈log2(n)⌉
//|   n > 1073741824       30 iterations          signed overflow at line 518:28

int decimal_digits(unsigned n) {
  int d = 0;
  do { n /= 10; d++; } while (n);
  return d;
}
//| decimal_digits (line 528)   type 3, exact               at most 10 iterations
//|   n ≤ 9                     1 iteration                 d = 1, n = 0
//|   n ≥ 10                    ⌊log10(n)⌋ + 1 iterations   d = ⌊log10(n)⌋ + 1, n = 0

struct interval { int from, to; };
int length_of_interval(struct interval r) {
  int c = 0;
  while (r.from < r.to) { r.from++; c++; }
  return c;
}
//|   r.to ≤ r.from   not entered   c = 0
//|   r.from + INT_MAX < r.to   INT_MAX iterations   signed overflow at

struct large { long from, to, others[3]; };
long length_of_large(struct large w) {
  long c = 0;
  for (long i = w.from; i < w.to; i++) c++;
  return c;
}
//|   w.to ≤ w.from   not entered   i = w.from, c = 0
