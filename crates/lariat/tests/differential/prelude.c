/* What every generated program starts with. */
#include <assert.h>
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int8_t i8;
typedef uint8_t u8;
typedef int16_t i16;
typedef uint16_t u16;
typedef int32_t i32;
typedef uint32_t u32;
typedef int64_t i64;
typedef uint64_t u64;

static u64 trace, sum; /* the way taken, the values computed */
static int fuel, level; /* iterations left, calls open */

static void went(u64 number) { trace = (trace ^ number) * 1099511628211u; }
static void mix(u64 value) { sum = (sum ^ value) * 1099511628211u + 1; }
static void mix_text(const char *text) { while (*text) mix((u8)*text++); }
static void mix_double(double value) { u64 bits; if (value != value) value = 1; memcpy(&bits, &value, 8); mix(bits); }

/* Every condition that may depend on an input notes its outcome. */
#define C(number, condition) ((condition) ? (went(2 * (number)), 1) : (went(2 * (number) + 1), 0))

enum { ASSERTION = 1, DIVISION, READ, WRITE, OVERFLOW, SHIFT, NO_OBJECT, AFTER_FREE, FREED_TWICE, KINDS };

#ifdef NATIVE
/* The native program says itself what goes wrong; the operands of these macros are plain variables. */
static jmp_buf end;
static u32 stopped;
static u8 noted[KINDS][4096];
static void stop(int kind, int line) { stopped = (u32)kind << 16 | (u32)line; noted[kind][line] = 1; longjmp(end, 1); }
#define ASSERT(condition) do { if (!(condition)) stop(ASSERTION, __LINE__); } while (0)
#define DIVIDE(a, operator, b) ((b) == 0 ? (stop(DIVISION, __LINE__), 0) : (a) operator (b))
#define ELEMENT(kind, array, index) \
    (array)[(i64)(index) >= 0 && (i64)(index) < (i64)(sizeof (array) / sizeof *(array)) ? (index) : (stop(kind, __LINE__), 0)]
static i32 checked(int overflows, i32 result, int line)
{
#ifndef WRAPS /* where overflow is not what is asked for, it wraps */
    if (overflows)
        stop(OVERFLOW, line);
#endif
    return result;
}
static i32 add(i32 a, i32 b, int line) { i32 r; int o = __builtin_add_overflow(a, b, &r); return checked(o, r, line); }
static i32 subtract(i32 a, i32 b, int line) { i32 r; int o = __builtin_sub_overflow(a, b, &r); return checked(o, r, line); }
static i32 multiply(i32 a, i32 b, int line) { i32 r; int o = __builtin_mul_overflow(a, b, &r); return checked(o, r, line); }
#define SHIFTED(a, operator, b) ((u32)(b) > 31 ? (stop(SHIFT, __LINE__), 0) : (a) operator (b))
#define BYTE(kind, pointer, size, index) \
    (pointer)[(i64)(index) >= 0 && (i64)(index) < (i64)(size) ? (index) : (stop(kind, __LINE__), 0)]
#define POINTED(pointer) (*((pointer) == NULL ? (stop(NO_OBJECT, __LINE__), (pointer)) : (pointer)))
#define LIVING(pointer, is_freed) (*((is_freed) ? (stop(AFTER_FREE, __LINE__), (pointer)) : (pointer)))
#define FREE(pointer, is_freed) ((is_freed) ? stop(FREED_TWICE, __LINE__) : free(pointer))
#define ADD(a, b) add(a, b, __LINE__)
#define SUBTRACT(a, b) subtract(a, b, __LINE__)
#define MULTIPLY(a, b) multiply(a, b, __LINE__)
#else
void klee_make_symbolic(void *address, size_t size, const char *name);
#define ASSERT(condition) assert(condition)
#define DIVIDE(a, operator, b) ((a) operator (b))
#define ELEMENT(kind, array, index) (array)[index]
#define SHIFTED(a, operator, b) ((a) operator (b))
#define BYTE(kind, pointer, size, index) (pointer)[index]
#define POINTED(pointer) (*(pointer))
#define LIVING(pointer, is_freed) (*(pointer))
#define FREE(pointer, is_freed) free(pointer)
#define ADD(a, b) ((a) + (b))
#define SUBTRACT(a, b) ((a) - (b))
#define MULTIPLY(a, b) ((a) * (b))
#endif
