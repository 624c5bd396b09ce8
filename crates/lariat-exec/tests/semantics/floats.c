#include "semantics.h"
static void doubles(double x, double y) {
  double a = IN(double, x), b = IN(double, y);
  emit_double(a + b); emit_double(a - b); emit_double(a * b); emit_double(a / b); emit_double(-a);
  emit(a < b); emit(a <= b); emit(a == b); emit(a != b); emit(a > b); emit(a >= b); emit(__builtin_isunordered(a, b)); emit(__builtin_islessgreater(a, b));
  emit_float((float)a); emit(__builtin_isnan(a)); emit(__builtin_isinf(b)); emit(!!__builtin_signbit(a)); emit(__builtin_isfinite(a)); emit(__builtin_isnormal(a));
  emit_double(__builtin_fabs(a)); emit_double(__builtin_copysign(a, b)); emit((_Bool)a);
}
static void floats(float x, float y) {
  float a = IN(float, x), b = IN(float, y);
  emit_float(a + b); emit_float(a - b); emit_float(a * b); emit_float(a / b); emit_float(-a); emit_double(a);
  emit(a < b); emit(a == b); emit(a != b); emit(a >= b);
}
static void from_int(i64 x) {
  i64 a = IN(i64, x);
  emit_double((double)a); emit_float((float)a); emit_double((double)(u64)a); emit_float((float)(u64)a); emit_double((i32)a); emit_float((u32)a); emit_double((i8)a); emit_float((u16)a);
}
static void to_int(double x) {
  double a = IN(double, x);
  emit((u64)(i64)a); emit((u64)(i32)a); emit((u64)(i16)a);
  if (a >= 0) { emit((u64)a); emit((u32)a); if (a < 256) emit((u8)a); }
  emit((u64)(i64)(float)a);
}
int main(void) {
  double many[] = {-0.0, 1.0, 0.1, 1e300, 5e-324, -1.0 / 3, __builtin_inf()};
  int count = sizeof many / sizeof *many;
  for (int i = 0; i < count; i++) doubles(many[i], many[(i * 5 + 3) % count]);
  for (int i = 0; i < count; i++) floats((float)many[i], (float)many[(i * 5 + 1) % count]);
  from_int(0); from_int(1); from_int(-1); from_int(0x7fffffffffffffffll); from_int(-0x7fffffffffffffffll - 1); from_int(16777217); from_int(9007199254740993ll);
  to_int(0); to_int(-0.9); to_int(99.99); to_int(-100.5); to_int(32767);
  return 0;
}
