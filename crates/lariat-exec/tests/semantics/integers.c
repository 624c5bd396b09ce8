#include "semantics.h"
#define ALL(type, x, y) do { \
  type a = IN(type, (type)(x)), b = IN(type, (type)(y)); \
  emit((u64)(type)((u64)a + (u64)b)); emit((u64)(type)((u64)a - (u64)b)); emit((u64)(type)((u64)a * (u64)b)); \
  if (b != 0 && !(b == (type)-1 && (type)-1 < 0)) { emit((u64)(a / b)); emit((u64)(a % b)); } \
  emit((u64)(a & b)); emit((u64)(a | b)); emit((u64)(a ^ b)); emit((u64)(type)~a); \
  emit(a < b); emit(a <= b); emit(a > b); emit(a >= b); emit(a == b); emit(a != b); emit(!a); \
  unsigned s = (unsigned)b % (sizeof(type) * 8); \
  emit((u64)(type)((u64)a << s)); emit((u64)(a >> s)); \
  emit((u64)(a && b)); emit((u64)(a || b)); emit((u64)(a ? b : a)); \
} while (0)
#define WIDTHS(x, y) ALL(u8, x, y); ALL(i8, x, y); ALL(u16, x, y); ALL(i16, x, y); ALL(u32, x, y); ALL(i32, x, y); ALL(u64, x, y); ALL(i64, x, y)
int main(void) {
  WIDTHS(0, 0); WIDTHS(1, 255); WIDTHS(0x8000000000000080ull, 3); WIDTHS(0x80000000, 0xffffffff); WIDTHS(-7, 5);
  WIDTHS(7, -5); WIDTHS(0x123456789abcdef0, 0x0fedcba987654321); WIDTHS(-1, -1);
  return 17;
}
