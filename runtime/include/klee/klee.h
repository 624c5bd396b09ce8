/* The functions that programs written for KLEE use, so that they compile and run unchanged. */
#ifndef LARIAT_KLEE_H
#define LARIAT_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Inputs. klee_make_symbolic takes a whole object, from its start; anything else is reported as an error. */
void klee_make_symbolic(void *address, size_t size, const char *name);
int klee_range(int begin, int end, const char *name); /* begin <= value < end; an empty range is an error */
int klee_int(const char *name);
uintptr_t klee_choose(uintptr_t count); /* value < count */

/* Conditions on them. One that cannot hold is reported as an error. Of the inputs of a path that one becomes the
 * test which fulfils most preferences, the earlier ones first. klee_posix_prefer_cex has no effect, as in KLEE by default. */
void klee_assume(uintptr_t condition);
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
unsigned klee_is_symbolic(uintptr_t value);
unsigned klee_is_replay(void);

/* Ends of a path. */
__attribute__((noreturn)) void klee_silent_exit(int status);
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message, const char *suffix);

/* One possible value of an expression. */
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);

/* Merging: a hint without effect, as in KLEE by default. */
void klee_open_merge(void);
void klee_close_merge(void);

/* While forking is off a path goes one way where it could go several; the others are left out. */
void klee_set_forking(unsigned enable);
void klee_mark_global(void *object);

/* Memory at an address of the program's choosing, zero at first. */
void klee_define_fixed_object(void *address, size_t size);

/* Output and inspection. What is said goes to standard error and the log, each text once. */
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_stack_trace(void);
size_t klee_get_obj_size(void *object);
void klee_check_memory_access(const void *address, size_t size);
int klee_get_errno(void);

void __assert_fail(const char *condition, const char *file, unsigned line, const char *function)
    __attribute__((noreturn));
#define klee_assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))

#ifdef __cplusplus
}
#endif

#endif
