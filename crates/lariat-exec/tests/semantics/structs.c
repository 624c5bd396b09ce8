#include "semantics.h"
struct small { int a, b; }; struct mixed { double d; int i; }; struct two { double a, b; }; struct floats { float a, b, c; }; struct big { u64 a[5]; u8 tail; }; struct odd { u8 a[3]; }; struct ptr { int *p; i16 s; };
struct nested { struct small s; struct odd o; struct { float x; u8 y; } in; };
__attribute__((noinline)) static struct small f1(struct small s) { s.a += s.b; s.b *= 2; return s; }
__attribute__((noinline)) static struct mixed f2(struct mixed m, int k) { m.d *= k; m.i -= k; return m; }
__attribute__((noinline)) static struct two f3(struct two t) { double s = t.a; t.a = t.b; t.b = s; return t; }
__attribute__((noinline)) static struct floats f4(struct floats f) { f.c += f.a; return f; }
__attribute__((noinline)) static struct big f5(struct big b, struct big c) { for (int i = 0; i < 5; i++) b.a[i] += c.a[4 - i]; b.tail ^= c.tail; c.tail = 0; return b; }
__attribute__((noinline)) static struct odd f6(struct odd o) { o.a[1] = o.a[0] + o.a[2]; return o; }
__attribute__((noinline)) static struct nested f7(struct nested n) { n.in.x += n.s.a; n.in.y++; n.o.a[2] = 9; return n; }
__attribute__((noinline)) static int f8(int a, int b, int c, int d, int e, int f, struct small s, struct big g, struct ptr p, double x) { return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + s.a * 7 + s.b * 8 + (int)g.a[3] + *p.p + p.s + (int)x; }
int main(void) {
  struct small s = f1((struct small){IN(int, 3), IN(int, -9)}); emit((u64)s.a); emit((u64)s.b);
  struct mixed m = f2((struct mixed){IN(double, 1.25), IN(int, 100)}, 7); emit_double(m.d); emit((u64)m.i);
  struct two t = f3((struct two){IN(double, 1), 2}); emit_double(t.a); emit_double(t.b);
  struct floats f = f4((struct floats){IN(float, 1), 2, 3}); emit_float(f.a); emit_float(f.c);
  struct big b = {{1, 2, 3, 4, IN(u64, 5)}, 7}, c = {{10, 20, 30, 40, 50}, IN(u8, 0x55)}, r = f5(b, c); for (int i = 0; i < 5; i++) emit(r.a[i]); emit(r.tail); emit(c.tail);
  struct odd o = f6((struct odd){{IN(u8, 200), 1, 100}}); emit_bytes(&o, 3);
  struct nested n = f7((struct nested){{4, 5}, {{1, 2, 3}}, {0.5f, 255}}); emit_float(n.in.x); emit(n.in.y); emit(n.o.a[2]); emit((u64)n.s.b);
  int v = IN(int, 77); emit((u64)f8(1, 2, 3, 4, 5, 6, s, b, (struct ptr){&v, -3}, IN(double, 9.9)));
  struct nested copy = n, *q = &copy; q->s.a = 1000; emit((u64)n.s.a); emit((u64)q->s.a);
  struct small array[4] = {{1, 2}, {3}, [3] = {.b = 8}}; int sum = 0; for (int i = 0; i < 4; i++) sum = sum * 10 + array[i].a + array[i].b; emit((u64)sum);
  return 0;
}
