#include "semantics.h"
#ifdef __SIZEOF_INT128__
typedef unsigned __int128 u128; typedef __int128 i128;
static void wide(u128 x) { emit((u64)x); emit((u64)(x >> 64)); }
static void all(u128 x, u128 y) {
  u128 a = IN(u128, x), b = IN(u128, y); i128 sa = a, sb = b;
  wide(a + b); wide(a - b); wide(a * b); wide(a & b); wide(a | b); wide(a ^ b); wide(~a); wide(-a);
  if (b) { wide(a / b); wide(a % b); if (!(sb == -1)) { wide(sa / sb); wide(sa % sb); } }
  unsigned s = IN(unsigned, (unsigned)y & 127); wide(a << s); wide(a >> s); wide(sa >> s);
  emit(a < b); emit(sa < sb); emit(a <= b); emit(sa >= sb); emit(a == b); emit(sa > 0);
  wide((i128)(i64)a); wide((u128)(u32)a); wide((i128)(i8)a); wide((u128)(_Bool)a);
}
#endif
typedef _BitInt(37) b37; typedef unsigned _BitInt(37) ub37; typedef _BitInt(200) b200; typedef unsigned _BitInt(200) ub200; typedef unsigned _BitInt(7) ub7;
int main(void) {
#ifdef __SIZEOF_INT128__
  all(1, 2); all(-(u128)1, 3); all(((u128)0x123456789abcdefull << 64) | 0xfedcba9876543210ull, 77777777777ull); all((u128)1 << 127, (u128)1 << 64);
  all(((u128)99 << 80) + 5, -(u128)12345);
  i128 many[3]; many[1] = IN(i128, -5); many[0] = many[1] * 2; wide(many[0]);
#endif
  ub37 a = IN(ub37, (ub37)0x1fffffffffull), b = IN(ub37, (ub37)0x123456789ull);
  emit((u64)(a + b)); emit((u64)(a * b)); emit((u64)(a / b)); emit((u64)(a % b)); emit((u64)(a << 5)); emit((u64)(b >> 3)); emit(a < b);
  b37 c = IN(b37, -1000), d = IN(b37, 7); emit((u64)(i64)(c / d)); emit((u64)(i64)(c % d)); emit((u64)(i64)(c >> 2)); emit(c < d);
  ub7 e = IN(ub7, 100), f = IN(ub7, 90); emit((u64)(ub7)(e + f)); emit((u64)(ub7)(e * f)); emit(e > f);
#if __SIZEOF_POINTER__ == 8
  ub200 g = ((ub200)1 << 199) + 12345; g = IN(ub200, g); ub200 h = IN(ub200, (ub200)1 << 150);
  ub200 sum = g + h, product = g * 3; emit((u64)(sum >> 190)); emit((u64)product); emit((u64)(g >> 150)); emit(g > h);
#endif
  return 0;
}
