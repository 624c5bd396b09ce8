#include "semantics.h"
static int classify(int x) { switch (x) { case 0: return 10; case 1: case 2: x += 5; case 3: return x; case -4: return 44; case 100000: return 1; default: return -1; } }
static int wide_switch(u64 x) { switch (x) { case 0xffffffffffffffffull: return 1; case 0x100000000ull: return 2; case 5 ... 9: return 3; } return 4; }
static int interpret(const u8 *p) {
  static const void *table[] = {&&halt, &&inc, &&dbl, &&jmp}; int acc = 1, fuel = 20;
  goto *table[*p];
inc: acc += 3; p++; goto *table[*p];
dbl: acc *= 2; p++; goto *table[*p];
jmp: if (fuel-- > 0) { p -= 2; goto *table[*p]; } p++; goto *table[*p];
halt: return acc;
}
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static int even(int);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int add(int a, int b) { return a + b; } static int sub(int a, int b) { return a - b; } static int mul(int a, int b) { return a * b; }
static int counter(void) { static int n = 5; static int calls; calls++; return n += calls; }
static _Thread_local int local_to_thread = 3;
int main(void) {
  int cases[] = {0, 1, 2, 3, -4, 100000, 7}; for (int i = 0; i < 7; i++) emit((u64)classify(IN(int, cases[i])));
  u64 wides[] = {-1ull, 0x100000000ull, 5, 9, 10, 0}; for (int i = 0; i < 6; i++) emit((u64)wide_switch(IN(u64, wides[i])));
  u8 code[] = {1, 2, 1, 3, 2, 0}; emit((u64)interpret(code));
  emit((u64)fib(IN(int, 10))); emit((u64)ackermann(2, 2)); emit((u64)even(IN(int, 11)));
  int (*ops[])(int, int) = {add, sub, mul}; for (int i = 0; i < 3; i++) emit((u64)ops[IN(int, i)](IN(int, 12), 5));
  for (int i = 0; i < 4; i++) emit((u64)counter()); local_to_thread += IN(int, 4); emit((u64)local_to_thread);
  int i = 0, total = 0; do { if (i == 3) continue; if (i == 8) break; for (int j = i; j--;) total += j ^ i; } while (i++ < IN(int, 20)); emit((u64)total);
  outer: for (int j = 0; j < 3; j++) { if (total > 100000) break; total = total * 7 + j; if (j == 2 && total < 5000) goto outer; } emit((u64)total);
  return IN(int, 42);
}
