#include "semantics.h"
static void emit_long(long double x) { u8 bytes[16] = {0}; __builtin_memcpy(bytes, &x, 10); emit_bytes(bytes, 10); }
static void longs(long double x, long double y) {
  long double a = IN(long double, x), b = IN(long double, y);
  emit_long(a + b); emit_long(a - b); emit_long(a * b); emit_long(a / b); emit_long(-a);
  emit(a < b); emit(a == b); emit(a >= b); emit_double((double)a); emit_float((float)b); emit_long((long double)(double)a);
  emit_long((long double)IN(i64, -12345678901234567ll)); emit_long((long double)IN(u64, 0xffffffffffffffffull));
  if (a > -1e15L && a < 1e15L) emit((u64)(i64)a);
}
#if __SIZEOF_POINTER__ == 8
static void quads(__float128 x, __float128 y) {
  __float128 a = IN(__float128, x), b = IN(__float128, y), r;
  r = a + b; emit_bytes(&r, 16); r = a * b; emit_bytes(&r, 16); r = a / b; emit_bytes(&r, 16); r = a - b; emit_bytes(&r, 16);
  emit(a < b); emit(a == b); emit_double((double)a); emit((u64)(i64)a);
}
static void halves(_Float16 x, _Float16 y) {
  _Float16 a = IN(_Float16, x), b = IN(_Float16, y), r;
  r = a + b; emit_bytes(&r, 2); r = a * b; emit_bytes(&r, 2); r = a / b; emit_bytes(&r, 2); emit_float((float)a); emit(a < b); r = (_Float16)IN(int, 2049); emit_bytes(&r, 2);
}
#endif
int main(void) {
  longs(1.0L, 3.0L); longs(-0.1L, 1e4000L); longs(123456789.987654321L, -2.5L); longs(1e-4940L, 7.0L);
#if __SIZEOF_POINTER__ == 8
  quads(1.0, 3.0); quads(-123.456Q, 1e10Q); halves(1.0, 3.0); halves(65504.0, -0.1);
#endif
  return 0;
}
