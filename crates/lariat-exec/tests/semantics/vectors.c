#include "semantics.h"
typedef int v4 __attribute__((vector_size(16))); typedef u8 v16 __attribute__((vector_size(16))); typedef float f4 __attribute__((vector_size(16))); typedef i64 l2 __attribute__((vector_size(16))); typedef short s8 __attribute__((vector_size(16)));
static void show(v4 v) { for (int i = 0; i < 4; i++) emit((u64)v[i]); }
int main(void) {
  v4 a = {1, -2, 3, 0x7fff}, b = {5, 6, -7, 8}; a[1] = IN(int, -2); b = IN(v4, b);
  show((v4)((v4)a * b)); show(a - b); show(a & b); show(a / b); show(a << (b & 3)); show(a < b); show(a == b); show(-a); show(~b); show(__builtin_elementwise_max(a, b));
  show(__builtin_shufflevector(a, b, 0, 5, 2, 7)); show(__builtin_convertvector(__builtin_convertvector(a, f4) * 0.5f, v4));
  v16 c = (v16)a; u8 x = 0; for (int i = 0; i < 16; i++) x = x * 3 + c[i]; emit(x);
  l2 d = (l2)b; emit((u64)d[0]); emit((u64)d[1]); emit((u64)__builtin_reduce_add(a)); emit((u64)__builtin_reduce_max(b)); emit((u64)__builtin_reduce_xor(a));
  f4 f = {1.5f, 2.5f, -1, 0}; f = IN(f4, f); f = f * f + 1; for (int i = 0; i < 4; i++) emit_float(f[i]);
  int k = IN(int, 2); a[k] = 99; show(a); emit((u64)b[k]);
  s8 s = (s8)a; s = s + s; emit_bytes(&s, 16);
  return 0;
}
