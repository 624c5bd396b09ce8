/* Each function is run on its own. `BUG kind` marks the lines a bug must be reported at, once. */
typedef __SIZE_TYPE__ usize;
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long long __VERIFIER_nondet_longlong(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);
void __VERIFIER_error(void);
void klee_report_error(const char *, int, const char *, const char *);
void klee_assert(int);
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));
void *malloc(usize);
void *calloc(usize, usize);
void *realloc(void *, usize);
void free(void *);
#define in __VERIFIER_nondet_int
static int global[8];
static const int constant[4] = {1, 2, 3, 4};
static volatile int sink;
static void *volatile escape;

void stack_read_constant_bad(void) {
  int a[4] = {1, 2, 3, 4};
  volatile int i = 4;
  sink = a[i]; /* BUG out-of-bounds-read */
}
void stack_read_constant_good(void) {
  int a[4] = {1, 2, 3, 4};
  volatile int i = 3;
  sink = a[i];
}
void stack_read_symbolic_bad(void) {
  int a[4] = {1, 2, 3, 4}, i = in();
  if (i >= 0 && i <= 4)
    sink = a[i]; /* BUG out-of-bounds-read */
}
void stack_read_symbolic_good(void) {
  int a[4] = {1, 2, 3, 4}, i = in();
  if (i >= 0 && i < 4)
    sink = a[i];
}
void stack_write_negative_bad(void) {
  int a[4] = {0}, i = in();
  if (i < 4)
    a[i] = 1; /* BUG out-of-bounds-write */
  escape = a;
}
void stack_write_negative_good(void) {
  int a[4] = {0}, i = in();
  if (i < 4 && i > -1)
    a[i] = 1;
  escape = a;
}
void heap_write_bad(void) {
  char *p = malloc(10);
  p[10] = 1; /* BUG out-of-bounds-write */
}
void heap_write_good(void) {
  char *p = malloc(10);
  p[9] = 1;
  sink = p[9];
}
void heap_read_symbolic_bad(void) {
  char *p = calloc(5, 2);
  unsigned i = __VERIFIER_nondet_uint();
  sink = p[i]; /* BUG out-of-bounds-read */
}
void heap_read_symbolic_good(void) {
  char *p = calloc(5, 2);
  unsigned i = __VERIFIER_nondet_uint();
  sink = p[i % 10];
}
void global_read_bad(void) {
  sink = global[in() & 15]; /* BUG out-of-bounds-read */
}
void global_read_good(void) {
  sink = global[in() & 7];
}
void global_write_wide_bad(void) {
  *(long long *)&global[7] = 1; /* BUG out-of-bounds-write */
}
void global_write_wide_good(void) {
  *(long long *)&global[6] = 1;
}
void one_past_good(void) {
  int *end = global + 8, sum = 0;
  for (int *p = global; p != end; p++)
    sum += *p;
  sink = sum;
}
void one_past_bad(void) {
  int *end = global + 8;
  sink = *end; /* BUG out-of-bounds-read */
}
void other_object_bad(void) {
  long long i = __VERIFIER_nondet_longlong();
  sink = global[i]; /* BUG out-of-bounds-read */
}
void null_bad(void) {
  int *p = in() > 5 ? &global[1] : 0;
  sink = *p; /* BUG null-dereference */
}
void null_good(void) {
  int *p = in() > 5 ? &global[1] : 0;
  if (p)
    sink = *p;
}
void null_field_bad(void) {
  struct pair { int a, b; } *volatile p = 0;
  p->b = 3; /* BUG null-dereference */
}
void wild_bad(void) {
  sink = *(volatile int *)0x123456; /* BUG invalid-pointer */
}
void use_after_free_bad(void) {
  int *p = malloc(8);
  p[0] = 1;
  free(p);
  sink = p[0]; /* BUG use-after-free */
}
void use_after_free_good(void) {
  int *p = malloc(8);
  p[0] = 1;
  sink = p[0];
  free(p);
}
void use_after_realloc_bad(void) {
  int *p = malloc(8);
  int *q = realloc(p, 400);
  q[1] = 1;
  p[1] = 2; /* BUG use-after-free */
}
static int *leaked_local(void) {
  int x = 3;
  escape = &x;
  return escape;
}
void use_after_return_bad(void) {
  int *p = leaked_local();
  sink = *p; /* BUG use-after-scope */
}
void use_after_return_good(void) {
  static int x = 3;
  int *p = &x;
  sink = *p;
}
void double_free_bad(void) {
  char *p = malloc(4);
  free(p);
  free(p); /* BUG double-free */
}
void double_free_good(void) {
  char *p = malloc(4);
  free(p);
  p = 0;
  free(p);
}
void invalid_free_middle_bad(void) {
  char *p = malloc(4);
  free(p + 1); /* BUG invalid-free */
}
void invalid_free_stack_bad(void) {
  int x;
  free(&x); /* BUG invalid-free */
}
void invalid_free_either_bad(void) {
  int *p = in() ? malloc(4) : global;
  free(p); /* BUG invalid-free */
}
void invalid_free_either_good(void) {
  int *p = in() ? malloc(4) : malloc(8);
  free(p);
}
void division_bad(void) {
  sink = 100 / in(); /* BUG division-by-zero */
}
void division_good(void) {
  int x = in();
  if (x > 0)
    sink = 100 / x;
}
void remainder_bad(void) {
  volatile unsigned zero = 0;
  sink = 7u % zero; /* BUG division-by-zero */
}
void division_overflow_bad(void) {
  int x = in();
  sink = x / -1; /* BUG signed-overflow */
}
void division_overflow_good(void) {
  int x = in();
  if (x > -100)
    sink = x / -1;
}
void add_overflow_bad(void) {
  int x = in();
  sink = x + 1; /* BUG signed-overflow */
}
void add_overflow_good(void) {
  int x = in();
  sink = x < 100 ? x + 1 : 0;
}
void add_overflow_concrete_bad(void) {
  volatile int most = 2147483647;
  sink = most + 1; /* BUG signed-overflow */
}
void sub_overflow_bad(void) {
  int x = in();
  sink = -2 - x; /* BUG signed-overflow */
}
void sub_overflow_good(void) {
  int x = in();
  sink = x > 0 && x < 100 ? -2 - x : 0;
}
void mul_overflow_bad(void) {
  int x = in();
  sink = x * 3; /* BUG signed-overflow */
}
void mul_overflow_good(void) {
  int x = in();
  sink = x > -1000 && x < 1000 ? x * 3 : 0;
}
void neg_overflow_bad(void) {
  int x = in();
  sink = -x; /* BUG signed-overflow */
}
void neg_overflow_good(void) {
  int x = in();
  sink = x > -5 ? -x : 0;
}
void unsigned_wrap_good(void) {
  unsigned x = __VERIFIER_nondet_uint();
  sink = (int)((x + 1u) * 3u - 7u);
}
static int add(int a, int b) {
  return a + b; /* BUG signed-overflow */
}
void overflow_in_callee_bad(void) {
  int sum = add(in(), in());
  if (sum > 3)
    sink = 1;
}
void float_conversion_bad(void) {
  double x = __VERIFIER_nondet_double();
  sink = (int)x; /* BUG signed-overflow */
}
void float_conversion_good(void) {
  double x = __VERIFIER_nondet_double();
  if (x > -10 && x < 10)
    sink = (int)x;
}
void shift_bad(void) {
  int s = in();
  sink = (int)(1u << s); /* BUG invalid-shift */
}
void shift_good(void) {
  int s = in();
  sink = (int)(1u << (s & 31));
}
void shift_negative_bad(void) {
  volatile int s = -1;
  sink = 8 >> s; /* BUG invalid-shift */
}
void unreachable_bad(void) {
  if (in() == 7)
    __builtin_unreachable(); /* BUG unreachable-reached */
  sink = 1;
}
void unreachable_good(void) {
  unsigned x = __VERIFIER_nondet_uint() % 2;
  if (x == 2)
    __builtin_unreachable();
  sink = 1;
}
void assert_bad(void) {
  int x = in();
  if (!(x != 12345))
    __assert_fail("x != 12345", "checks.c", 1, "assert_bad"); /* BUG assertion-failure */
}
void assert_good(void) {
  int x = in() & 1023;
  if (!(x != 12345))
    __assert_fail("x != 12345", "checks.c", 1, "assert_good");
}
void klee_assert_bad(void) {
  klee_assert(in() != 3); /* BUG assertion-failure */
}
void error_bad(void) {
  if (in() * 1u * in() == 91)
    __VERIFIER_error(); /* BUG error-reached */
}
void reported_bad(void) {
  if (in() == 2)
    klee_report_error("checks.c", 1, "a message", "err"); /* BUG reported */
}
void abort_bad(void) {
  if (in() > 0)
    abort(); /* BUG abort */
}
void trap_bad(void) {
  if (in() > 0)
    __builtin_trap(); /* BUG abort */
}
void abort_good(void) {
  int x = in();
  if (x > 0 && x < 0)
    abort();
}
void leak_bad(void) {
  char *p = malloc(4); /* BUG memory-leak */
  p[0] = 1;
}
void leak_good(void) {
  char *p = malloc(4);
  p[0] = 1;
  free(p);
}
static int forever(int n) {
  return forever(n + 1) + 1; /* BUG stack-exhaustion */
}
void recursion_bad(void) {
  sink = forever(0);
}
static int down(int n) { return n <= 0 ? 0 : down(n - 1) + 1; }
void recursion_good(void) {
  sink = down(100);
}
void constant_bad(void) {
  *(int *)&constant[1] = 5; /* BUG write-to-constant */
}
void constant_literal_bad(void) {
  char *text = "text";
  text[0] = 'T'; /* BUG write-to-constant */
}
void constant_good(void) {
  int copy[4];
  __builtin_memcpy(copy, constant, sizeof copy);
  copy[1] = 5;
  sink = copy[1];
}
void call_null_bad(void) {
  void (*volatile f)(void) = 0;
  f(); /* BUG null-dereference */
}
void call_data_bad(void) {
  void (*f)(void) = (void (*)(void))global;
  f(); /* BUG invalid-call */
}
void call_good(void) {
  void (*f[2])(void) = {call_data_bad, recursion_good};
  f[1]();
}
void memcpy_symbolic_bad(void) {
  char a[8] = {0}, b[16] = {0};
  unsigned n = __VERIFIER_nondet_uint();
  if (n <= 9)
    __builtin_memcpy(a, b, n); /* BUG out-of-bounds-write */
  sink = a[0];
}
void memcpy_symbolic_good(void) {
  char a[8] = {0}, b[16];
  unsigned n = __VERIFIER_nondet_uint();
  __builtin_memset(b, 1, sizeof b);
  if (n <= 8)
    __builtin_memcpy(a, b, n);
  for (int i = 0; i < 8; i++)
    klee_assert(a[i] == (n <= 8 && (unsigned)i < n));
}
void memset_symbolic_bad(void) {
  char a[8] = {0};
  __builtin_memset(a, 1, __VERIFIER_nondet_uint() & 15); /* BUG out-of-bounds-write */
  sink = a[0];
}
void memmove_symbolic_good(void) {
  char a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  unsigned n = __VERIFIER_nondet_uint() & 3;
  __builtin_memmove(a + 1, a, n);
  klee_assert(a[0] == 1 && a[4] == 5 && a[1] == (n ? 1 : 2) && a[3] == (n == 3 ? 3 : 4));
}
void pointer_sum_good(void) {
  int *p = in() ? &global[1] : &global[2];
  int *q = in() ? global : global + 3;
  usize distance = (usize)p - (usize)q;
  sink = *(int *)((usize)q + distance);
  klee_assert(p - q >= -2 && p - q <= 2);
  klee_assert((p > q) == (p - q > 0));
}
void pointer_table_good(void) {
  static int a = 1, b = 2, c = 3;
  int *table[3] = {&a, &b, &c};
  int i = in();
  if (i < 0 || i > 2)
    return;
  *table[i] += 10;
  klee_assert(a + b + c == 16);
}
void writes_elsewhere_good(void) {
  int a[3] = {0}, i = in() & 1, j = in() & 1;
  a[i] = 5;
  a[j + 1] = 6;
  klee_assert(a[i] == 5 || (j + 1 == i && a[i] == 6));
}
static unsigned char huge[3u << 28];
void huge_global_good(void) {
  huge[5] = 3;
  huge[sizeof huge - 1] = 4;
  klee_assert(huge[5] + huge[sizeof huge - 1] + huge[sizeof huge / 2] == 7);
}
void huge_symbolic_bad(void) {
  unsigned i = __VERIFIER_nondet_uint();
  huge[77] = 1;
  klee_assert(huge[i % sizeof huge] == 0); /* BUG assertion-failure */
}
void uninitialised_bad(void) {
  int a[2];
  escape = a;
  if (a[1] > 3) /* BUG uninitialised-branch */
    sink = 1;
}
void uninitialised_heap_bad(void) {
  unsigned *p = malloc(8);
  switch (p[1] & 3) { /* BUG uninitialised-branch */
  case 1:
    sink = 1;
  }
}
void uninitialised_good(void) {
  int a[2];
  escape = a;
  a[1] = in();
  sink = a[0];
  if (a[1] > 3)
    sink = 1;
}
void branch_on_anything_good(void) {
  int a[2];
  escape = a;
  if (a[1] > 3)
    sink = 1;
}
