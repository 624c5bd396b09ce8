/* The functions through which a program gets inputs: Lariat's own, KLEE's, and those of the verification competitions.
 *
 * All of them come down to two functions of the engine, lariat_make_symbolic and lariat_assume. An input of a function that
 * takes no name is called after the function. */
#include "lariat_models.h"

#include "klee/klee.h"
#include "lariat.h"

#include <errno.h>

#define NAMED_INPUT(type, function)                                                                                  \
    type function(const char *name)                                                                                  \
    {                                                                                                                \
        type value;                                                                                                  \
        lariat_make_symbolic(&value, sizeof value, name);                                                            \
        return value;                                                                                                \
    }

/* A _Bool is a byte that is 0 or 1. */
static _Bool symbolic_bool(const char *name)
{
    unsigned char value;
    lariat_make_symbolic(&value, sizeof value, name);
    lariat_assume(value <= 1);
    return value != 0;
}

_Bool lariat_bool(const char *name)
{
    return symbolic_bool(name);
}

NAMED_INPUT(char, lariat_char)
NAMED_INPUT(unsigned char, lariat_uchar)
NAMED_INPUT(short, lariat_short)
NAMED_INPUT(unsigned short, lariat_ushort)
NAMED_INPUT(int, lariat_int)
NAMED_INPUT(unsigned, lariat_uint)
NAMED_INPUT(long, lariat_long)
NAMED_INPUT(unsigned long, lariat_ulong)
NAMED_INPUT(long long, lariat_longlong)
NAMED_INPUT(unsigned long long, lariat_ulonglong)
NAMED_INPUT(size_t, lariat_size)
NAMED_INPUT(float, lariat_float)
NAMED_INPUT(double, lariat_double)

int lariat_range(int lowest, int highest, const char *name)
{
    int value = lariat_int(name);
    lariat_assume((value >= lowest) & (value <= highest));
    return value;
}

void lariat_prefer(int condition)
{
    (void)condition;
}

_Noreturn void lariat_silent_exit(int status)
{
    lariat_exit_now(status);
}

_Noreturn void lariat_assertion_failed(const char *condition, const char *file, unsigned line, const char *function)
{
    (void)function;
    lariat_report_at("assertion", condition, file, line);
}

/* KLEE. */
void klee_make_symbolic(void *address, size_t size, const char *name)
{
    lariat_make_symbolic(address, size, name);
}

NAMED_INPUT(int, klee_int)

int klee_range(int begin, int end, const char *name)
{
    if (begin >= end)
        lariat_report("reported", "klee_range is given a range without a number");
    if ((long long)begin + 1 == end)
        return begin;
    int value = klee_int(name);
    lariat_assume((value >= begin) & (value < end));
    return value;
}

uintptr_t klee_choose(uintptr_t count)
{
    uintptr_t value;
    lariat_make_symbolic(&value, sizeof value, "klee_choose");
    lariat_assume(value < count);
    return value;
}

void klee_assume(uintptr_t condition)
{
    lariat_assume(condition != 0);
}

unsigned klee_is_symbolic(uintptr_t value)
{
    return (unsigned)lariat_is_symbolic(value);
}

unsigned klee_is_replay(void) { return 0; }
void klee_prefer_cex(void *object, uintptr_t condition) { (void)object; (void)condition; }
void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object; (void)condition; }
_Noreturn void klee_silent_exit(int status) { lariat_exit_now(status); }
_Noreturn void klee_abort(void) { lariat_abort_now(); }

_Noreturn void klee_report_error(const char *file, int line, const char *message, const char *suffix)
{
    (void)suffix;
    lariat_report_at("reported", message, file, (unsigned)line);
}

long klee_get_valuel(long value) { return (long)lariat_pick((uint64_t)value); }
long long klee_get_valuell(long long value) { return (long long)lariat_pick((uint64_t)value); }
int32_t klee_get_value_i32(int32_t value) { return (int32_t)lariat_pick((uint64_t)(int64_t)value); }
int64_t klee_get_value_i64(int64_t value) { return (int64_t)lariat_pick((uint64_t)value); }

double klee_get_valued(double value)
{
    union {
        double value;
        uint64_t bits;
    } representation = { value };
    representation.bits = lariat_pick(representation.bits);
    return representation.value;
}

float klee_get_valuef(float value)
{
    union {
        float value;
        uint32_t bits;
    } representation = { value };
    representation.bits = (uint32_t)lariat_pick(representation.bits);
    return representation.value;
}

void klee_open_merge(void) {}
void klee_close_merge(void) {}
void klee_set_forking(unsigned enable) { (void)enable; }
void klee_mark_global(void *object) { (void)object; }
void klee_define_fixed_object(void *address, size_t size) { (void)address; (void)size; }
void klee_print_expr(const char *message, ...) { (void)message; }
void klee_print_range(const char *name, int value) { (void)name; (void)value; }
void klee_warning(const char *message) { (void)message; }
void klee_warning_once(const char *message) { (void)message; }
void klee_stack_trace(void) {}
size_t klee_get_obj_size(void *object) { return lariat_object_size(object); }
int klee_get_errno(void) { return errno; }

/* Reading the first and the last byte is the check. */
void klee_check_memory_access(const void *address, size_t size)
{
    if (size > 0) {
        (void)*(const volatile unsigned char *)address;
        (void)*((const volatile unsigned char *)address + size - 1);
    }
}

/* Competitions. Functions __VERIFIER_nondet_X have whatever type the program declares, so the engine has them. */
void __VERIFIER_nondet_memory(void *address, size_t size)
{
    if (size > 0)
        lariat_make_symbolic(address, size, "__VERIFIER_nondet_memory");
}

void __VERIFIER_assume(int condition)
{
    lariat_assume(condition);
}

_Noreturn void __VERIFIER_error(void)
{
    lariat_report("assertion", "__VERIFIER_error");
}

_Noreturn void reach_error(void)
{
    lariat_report("assertion", "reach_error");
}

void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void) {}
