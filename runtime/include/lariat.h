/* Lariat's functions for the program under test.
 *
 * Under Lariat the values are inputs that it searches over. The same program compiles natively: linked with Lariat's replay
 * library it takes the values from the test file named by the environment variable LARIAT_TEST. */
#ifndef LARIAT_H
#define LARIAT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes `size` bytes at `address` an input. The name is how the input is called in tests and reports. */
void lariat_make_symbolic(void *address, size_t size, const char *name);

/* One input of a type. */
_Bool lariat_bool(const char *name);
char lariat_char(const char *name);
unsigned char lariat_uchar(const char *name);
short lariat_short(const char *name);
unsigned short lariat_ushort(const char *name);
int lariat_int(const char *name);
unsigned lariat_uint(const char *name);
long lariat_long(const char *name);
unsigned long lariat_ulong(const char *name);
long long lariat_longlong(const char *name);
unsigned long long lariat_ulonglong(const char *name);
size_t lariat_size(const char *name);
float lariat_float(const char *name);
double lariat_double(const char *name);

/* An input between `lowest` and `highest`, both included. */
int lariat_range(int lowest, int highest, const char *name);

/* Ends the path silently where the condition is false. */
void lariat_assume(int condition);

/* A hint: tests in which the condition is true are preferred. */
void lariat_prefer(int condition);

/* Whether the value depends on an input; always 0 natively. */
int lariat_is_symbolic(uint64_t value);

/* Ends the program without a test being written for this path. */
_Noreturn void lariat_silent_exit(int status);

/* A bug if the condition is false. */
#define lariat_assert(condition) \
    ((condition) ? (void)0 : lariat_assertion_failed(#condition, __FILE__, __LINE__, __func__))
_Noreturn void lariat_assertion_failed(const char *condition, const char *file, unsigned line, const char *function);

#ifdef __cplusplus
}
#endif

#endif
