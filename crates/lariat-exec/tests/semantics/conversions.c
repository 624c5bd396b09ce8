#include "semantics.h"
int main(void) {
  i64 values[] = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536, 2147483647, 2147483648ll, -2147483648ll, 4294967295ll, 4294967296ll, 0x7fffffffffffffffll};
  for (int i = 0; i < (int)(sizeof values / sizeof *values); i++) {
    i64 x = IN(i64, values[i]);
    emit((u64)(i8)x); emit((u8)x); emit((u64)(i16)x); emit((u16)x); emit((u64)(i32)x); emit((u32)x);
    emit((_Bool)x); emit((u64)(i64)(i8)(u8)x); emit((u64)(u32)(i8)x); emit((u64)(i64)(u16)(i8)x);
    emit((u64)(usize)(void *)(usize)x);
    _Bool flag = x > 100; emit(flag); emit((u64)-(i64)flag); emit((u64)(flag + flag));
  }
  return 0;
}
