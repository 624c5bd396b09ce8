#include "semantics.h"
#include <stdatomic.h>
static void bits(u64 x) {
  u32 a = IN(u32, (u32)x); u64 b = IN(u64, x); u16 h = IN(u16, (u16)x);
  if (a) { emit((u64)__builtin_clz(a)); emit((u64)__builtin_ctz(a)); } if (b) { emit((u64)__builtin_clzll(b)); emit((u64)__builtin_ctzll(b)); }
  emit((u64)__builtin_popcount(a)); emit((u64)__builtin_popcountll(b)); emit((u64)__builtin_parity(a)); emit((u64)__builtin_ffs((int)a)); emit((u64)__builtin_ffsll((i64)b)); emit((u64)__builtin_clrsb((int)a));
  emit(__builtin_bswap16(h)); emit(__builtin_bswap32(a)); emit(__builtin_bswap64(b)); emit(__builtin_bitreverse8((u8)a)); emit(__builtin_bitreverse32(a)); emit(__builtin_bitreverse64(b));
  emit(__builtin_rotateleft32(a, h)); emit(__builtin_rotateright64(b, h)); emit(__builtin_rotateleft8((u8)a, (u8)h)); emit((a << (h & 31)) | (a >> (-h & 31)));
}
static void overflow(i64 x, i64 y) {
  int r; unsigned u; i64 l; u64 ul; i8 c; u8 uc; i32 a = IN(i32, (i32)x), b = IN(i32, (i32)y); i64 p = IN(i64, x), q = IN(i64, y);
  emit(__builtin_add_overflow(a, b, &r)); emit((u64)r); emit(__builtin_sub_overflow(a, b, &r)); emit((u64)r); emit(__builtin_mul_overflow(a, b, &r)); emit((u64)r);
  emit(__builtin_add_overflow((unsigned)a, (unsigned)b, &u)); emit(u); emit(__builtin_sub_overflow((unsigned)a, (unsigned)b, &u)); emit(u); emit(__builtin_mul_overflow((unsigned)a, (unsigned)b, &u)); emit(u);
  emit(__builtin_add_overflow(p, q, &l)); emit((u64)l); emit(__builtin_mul_overflow((u64)p, (u64)q, &ul)); emit(ul); emit(__builtin_add_overflow(a, b, &c)); emit((u64)c); emit(__builtin_sub_overflow(a, b, &uc)); emit(uc);
#if __SIZEOF_POINTER__ == 8
  emit(__builtin_mul_overflow(p, q, &l)); emit((u64)l);
#endif
  emit((u64)__builtin_elementwise_max(a, b)); emit((u64)__builtin_elementwise_min(a, b)); emit((u64)(u32)__builtin_elementwise_add_sat(a, b)); emit((u64)(u32)__builtin_elementwise_sub_sat(a, b)); emit(__builtin_elementwise_add_sat((u32)a, (u32)b)); emit(__builtin_elementwise_sub_sat((u32)a, (u32)b)); if (a != -2147483647 - 1) emit((u64)__builtin_abs(a));
}
int main(void) {
  bits(1); bits(0x8000000000000001ull); bits(0x123456789abcdef0ull); bits(0xffffffff00000000ull); bits(0x00f0);
  overflow(1, 2); overflow(2147483647, 1); overflow(-2147483648ll, -1); overflow(0x7fffffffffffffffll, 2); overflow(100000, 100000); overflow(-5, 200);
  emit((u64)__builtin_expect(IN(long, 7), 1)); emit((u64)!!__builtin_constant_p(3)); emit_double(__builtin_sqrt(IN(double, 2))); emit_double(__builtin_floor(IN(double, -2.5))); emit_double(__builtin_ceil(IN(double, 2.1))); emit_double(__builtin_trunc(IN(double, -9.9))); emit_double(__builtin_fmin(IN(double, 1), 2)); emit_double(__builtin_fmax(IN(double, 1), 2)); emit_double(__builtin_rint(IN(double, 2.5))); emit_double(__builtin_round(IN(double, 2.5)));
  _Atomic int a = IN(int, 5); emit((u64)atomic_fetch_add(&a, 3)); emit((u64)atomic_fetch_sub(&a, IN(int, 1))); emit((u64)atomic_fetch_or(&a, 8)); emit((u64)atomic_fetch_and(&a, 13)); emit((u64)atomic_fetch_xor(&a, 6)); emit((u64)atomic_exchange(&a, 100)); int e = 100; emit(atomic_compare_exchange_strong(&a, &e, 7)); emit(atomic_compare_exchange_strong(&a, &e, 9)); emit((u64)e); a++; a *= 2; emit((u64)atomic_load(&a)); atomic_store(&a, 1); emit((u64)a); emit((u64)__atomic_fetch_nand(&e, 3, __ATOMIC_SEQ_CST)); emit((u64)e); emit((u64)__sync_fetch_and_add(&e, 5)); emit((u64)__sync_bool_compare_and_swap(&e, e, 2)); emit((u64)__atomic_fetch_max(&e, 50, __ATOMIC_RELAXED)); emit((u64)__atomic_fetch_min(&e, -3, __ATOMIC_RELAXED)); emit((u64)e); _Atomic u8 small = 250; small += 10; emit(small);
  return 0;
}
