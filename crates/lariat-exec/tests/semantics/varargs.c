#include "semantics.h"
struct small { int a, b; }; struct big { u64 a[4]; int x; }; struct mixed { double d; int i; }; struct f1 { float f; }; struct c3 { char c[3]; }; struct ld { long double l; };
static u64 take(const char *kinds, ...) {
  __builtin_va_list list, again; __builtin_va_start(list, kinds); __builtin_va_copy(again, list); u64 sum = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (const char *k = kinds; *k; k++) {
#define LIST (*(pass ? &again : &list))
#define NEXT(type) (pass ? __builtin_va_arg(again, type) : __builtin_va_arg(list, type))
      switch (*k) {
      case 'i': sum = sum * 31 + (u64)NEXT(int); break;
      case 'l': sum = sum * 31 + (u64)NEXT(i64); break;
      case 'd': { double d = NEXT(double); u64 w; __builtin_memcpy(&w, &d, 8); sum = sum * 31 + w; break; }
      case 'p': sum = sum * 31 + *(NEXT(u8 *)); break;
      case 's': { struct small s = NEXT(struct small); sum = sum * 31 + (u64)s.a * 3 + s.b; break; }
      case 'b': { struct big s = NEXT(struct big); sum = sum * 31 + s.a[0] + s.a[3] * 5 + s.x; break; }
      case 'm': { struct mixed s = NEXT(struct mixed); sum = sum * 31 + (u64)(i64)(s.d * 4) + s.i; break; }
      case 'f': { struct f1 s = NEXT(struct f1); sum = sum * 31 + (u64)(s.f * 8); break; }
      case 'c': { struct c3 s = NEXT(struct c3); sum = sum * 31 + s.c[0] + s.c[2]; break; }
      case 'L': { long double l = NEXT(long double); sum = sum * 31 + (u64)(i64)(l * 16); break; }
      case 'w': { struct ld s = NEXT(struct ld); sum = sum * 31 + (u64)(i64)(s.l * 16); break; }
#ifdef __SIZEOF_INT128__
      case 'q': { __int128 q = NEXT(__int128); sum = sum * 31 + (u64)(q >> 64) + (u64)q; break; }
#endif
      }
    }
  }
  __builtin_va_end(list); __builtin_va_end(again); return sum;
}
static int forward(int n, __builtin_va_list list) { int s = 0; while (n--) s = s * 3 + __builtin_va_arg(list, int); return s; }
static int outer(int n, ...) { __builtin_va_list list; __builtin_va_start(list, n); int r = forward(n, list); __builtin_va_end(list); return r; }
static double many_fixed(int a, double b, int c, double d, int e, int f, int g, int h, int last, ...) { __builtin_va_list list; __builtin_va_start(list, last); double r = a + b + c + d + e + f + g + h + last + __builtin_va_arg(list, double) + __builtin_va_arg(list, int); __builtin_va_end(list); return r; }
int main(void) {
  u8 byte = IN(u8, 9); struct small s = {IN(int, 4), -5}; struct big b = {{1, 2, 3, IN(u64, 4)}, 5}; struct mixed m = {IN(double, 2.5), 7}; struct f1 f = {1.5f}; struct c3 c = {{1, 2, 3}}; struct ld w = {2.25L};
  emit(take("")); emit(take("i", IN(int, -3))); emit(take("ildpiii", 1, IN(i64, -2), IN(double, 0.5), &byte, 2, 3, 4));
  emit(take("dddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., IN(double, 11.), 12.)); emit(take("iiiiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, IN(int, 11), 12));
  emit(take("sbmfc", s, b, m, f, c)); emit(take("isiimidffcbLi", 1, s, 2, 3, m, 4, 5.5, f, f, c, b, IN(long double, 3.5L), 6)); emit(take("Lw", -1.25L, w)); emit(take("iLiwi", 1, 2.0L, 3, w, 4)); emit(take("ssssssss", s, s, s, s, s, s, s, s)); emit(take("mmmmmm", m, m, m, m, m, m));
#ifdef __SIZEOF_INT128__
  emit(take("iqiq", 1, (__int128)-7, 2, IN(__int128, (__int128)1 << 90)));
#endif
  emit((u64)outer(5, 1, 2, IN(int, 3), 4, 5)); emit_double(many_fixed(1, 2, 3, 4, 5, 6, 7, 8, 9, 1.5, IN(int, 3)));
  return 0;
}
