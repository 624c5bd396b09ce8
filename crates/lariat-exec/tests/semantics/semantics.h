/* What the programs beside this file are written with. A program hands its results to `emit`; run natively, in the engine on
   concrete values, and in the engine on symbolic inputs that are assumed to be those values, it must emit the same bytes. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef __SIZE_TYPE__ usize;

#ifdef NATIVE
int write(int, const void *, usize);
void *memcpy(void *, const void *, usize);
static void lariat_output(int fd, const void *bytes, usize count) { write(fd, bytes, count); }
static void lariat_make_symbolic(void *address, usize size, const char *name) { (void)address; (void)size; (void)name; }
static void lariat_assume(int condition) { (void)condition; }
#else
void lariat_output(int fd, const void *bytes, usize count);
void lariat_make_symbolic(void *address, usize size, const char *name);
void lariat_assume(int condition);
#endif

static int symbolic_inputs;

/* Makes bytes an input, and assumes that it is what the bytes were. */
__attribute__((noinline)) static void input(void *address, usize size) {
  if (!symbolic_inputs)
    return;
  u8 wanted[64];
  for (usize i = 0; i < size; i++)
    wanted[i] = ((u8 *)address)[i];
  lariat_make_symbolic(address, size, "input");
  for (usize i = 0; i < size; i++)
    lariat_assume(((u8 *)address)[i] == wanted[i]);
}

#define IN(type, value) ({ type in_ = (value); input(&in_, sizeof in_); in_; })

__attribute__((noinline)) static void emit(u64 number) { lariat_output(1, &number, 8); }
__attribute__((noinline)) static void emit_bytes(const void *bytes, usize count) { lariat_output(1, bytes, count); }
/* The sign and payload of a NaN that an operation makes are the machine's choice. */
static inline void emit_double(double number) {
  u64 bits, nan = -(u64)(number != number);
  __builtin_memcpy(&bits, &number, 8);
  bits = (bits & ~nan) | (0x7ff8000000000000 & nan);
  emit_bytes(&bits, 8);
}
static inline void emit_float(float number) {
  u32 bits, nan = -(u32)(number != number);
  __builtin_memcpy(&bits, &number, 4);
  bits = (bits & ~nan) | (0x7fc00000 & nan);
  emit_bytes(&bits, 4);
}

int main(void);
int symbolic_main(void) {
  symbolic_inputs = 1;
  return main();
}
