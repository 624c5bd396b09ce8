#include "semantics.h"
struct fields { unsigned a : 3; int b : 5; unsigned c : 11; u64 d : 40; int : 0; signed char e : 1; unsigned f : 31; _Bool g : 1; };
union mixed { struct fields s; u32 words[8]; float f; double d; u8 bytes[32]; };
struct __attribute__((packed)) tight { u8 a; u32 b; u16 c : 9; u64 d; };
int main(void) {
  union mixed m; __builtin_memset(&m, 0, sizeof m);
  for (int i = 0; i < 12; i++) {
    m.s.a = IN(unsigned, i * 3); m.s.b = IN(int, i * 7 - 40) % 16; m.s.c += IN(unsigned, 500); m.s.d = m.s.d * 3 + IN(u64, 0x123456789a); m.s.e = i & 1 ? -1 : 0; m.s.f ^= IN(unsigned, 0x5a5a5a5) * i; m.s.g = i % 3;
    emit(m.s.a); emit((u64)m.s.b); emit(m.s.c); emit(m.s.d); emit((u64)m.s.e); emit(m.s.f); emit(m.s.g);
    emit(m.words[0]); emit(m.words[1]);
  }
  m.f = IN(float, 1.5f); emit(m.words[0]); m.d = IN(double, -2.25); emit(m.words[1]); emit(m.bytes[7]);
  struct tight t = {1, 2, 3, 4}; t.b = IN(u32, 0xdeadbeef); t.c = IN(u16, 0x1ff); t.d = IN(u64, 0x1122334455667788);
  emit_bytes(&t, 5); emit(t.b); emit(t.c); emit(t.d); emit(sizeof t);
  return 0;
}
