#include "semantics.h"
int fewer(); int more(); u8 narrow(); double mixed();
int main(void) {
  emit((u64)fewer(IN(int, 3))); emit((u64)more(IN(int, 3), 4, 5)); emit(narrow(IN(int, 300))); emit_double(mixed(IN(int, 2), 1.5));
  int (*cast)(int, int) = (int (*)(int, int))fewer; emit((u64)cast(IN(int, 8), 9));
  return 0;
}
int fewer(a) int a; { return a * 2; }
int more(a, b, c) int a, b, c; { return a + b * 10 + c * 100; }
u8 narrow(x) u8 x; { return x + 1; }
double mixed(i, f) int i; float f; { return i * f; }
