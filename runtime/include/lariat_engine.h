/* What the C library models are built on: the few things only the engine can do.
 *
 * Everything declared here is implemented inside the interpreter. A model calls nothing else that is not a model itself. */
#ifndef LARIAT_ENGINE_H
#define LARIAT_ENGINE_H

#include <stddef.h>
#include <stdint.h>

/* Inputs. The bytes become an input of that name. Under an assumption, paths on which it is false end silently. */
void lariat_make_symbolic(void *address, size_t size, const char *name);
void lariat_assume(int condition);

/* Ends of a path. Models run handlers registered with atexit first. */
_Noreturn void lariat_exit_now(int status);
_Noreturn void lariat_abort_now(void);
/* A bug of that kind, found where the model was called. */
_Noreturn void lariat_report(const char *kind, const char *message);
/* The same, with the place that the program gives for it: an assertion says in which file and line it is. */
_Noreturn void lariat_report_at(const char *kind, const char *message, const char *file, unsigned line);

/* The model has one answer where a machine may have another. What was fixed, and what the user can do about it, are clauses:
 * lariat_fixed("standard input was empty", "--sym-stdin N makes it an input"). The answer of the run says so. */
void lariat_fixed(const char *what, const char *instead);
/* Whether the user wants something to be an input: "process", "user", "directory", "host", "time". 0 if not; of a text the most
 * characters. */
uint64_t lariat_declared(const char *what);

/* Whether a value depends on an input. A model may use the answer to choose between ways to compute the same thing. */
int lariat_is_symbolic(uint64_t value);
/* One possible value; the path continues for that value only. */
uint64_t lariat_pick(uint64_t value);

/* All possible values, each on a path of its own. */
uint64_t lariat_each(uint64_t value);
/* One value or the other without a branch. */
uint64_t lariat_select(int condition, uint64_t value, uint64_t otherwise);

/* Whether the byte is certainly there and has a value, so that a model may read it before it knows whether it has to. */
int lariat_is_readable(const void *address);

/* A bug is found if not all of these bytes are there. */
void lariat_require_readable(const void *address, size_t size);
/* A bug is found if the two blocks have a byte in common. */
void lariat_require_disjoint(const void *target, size_t target_size, const void *source, size_t source_size);
/* How far apart two places in one object are; (size_t)-1 if they are in two, or that depends on inputs. */
size_t lariat_distance(const void *address, const void *other);

/* Bytes from the pointer to the end of its object, 0 if it points nowhere. */
size_t lariat_object_size(const void *address);

/* What the program writes to standard output (1) and standard error (2). The length may be symbolic. */
void lariat_output(int descriptor, const void *bytes, size_t size);
/* Whether somebody wants to see that. */
int lariat_output_is_kept(void);
/* Somebody sees a number that depends on the value, though nothing is decided by it. */
void lariat_shown(uint64_t value);
/* Whether the program uses what the library function that it called will return. */
int lariat_result_is_used(void);

/* Functions that have no exact description in bit-vectors. On symbolic arguments the path ends with a named reason. */
enum lariat_math1_function {
    LARIAT_SIN, LARIAT_COS, LARIAT_TAN, LARIAT_ASIN, LARIAT_ACOS, LARIAT_ATAN,
    LARIAT_SINH, LARIAT_COSH, LARIAT_TANH, LARIAT_ASINH, LARIAT_ACOSH, LARIAT_ATANH,
    LARIAT_EXP, LARIAT_EXP2, LARIAT_EXP10, LARIAT_EXPM1,
    LARIAT_LOG, LARIAT_LOG2, LARIAT_LOG10, LARIAT_LOG1P,
    LARIAT_CBRT, LARIAT_ERF, LARIAT_ERFC, LARIAT_TGAMMA, LARIAT_LGAMMA,
};
enum lariat_math2_function { LARIAT_POW, LARIAT_ATAN2, LARIAT_HYPOT };
/* Added to the function's number: the float variant is meant. Arguments and result are floats held in doubles. */
enum { LARIAT_SINGLE = 256 };
double lariat_math1(int which, double argument);
double lariat_math2(int which, double first, double second);

/* Start-up: the engine calls these before `main`, once for each thing the user asked for. They are models (files.c,
 * environment.c), not engine functions; their names are fixed. A null name is standard input. */
void lariat_setup_symbolic_file(const char *name, size_t capacity, int exact_size);
void lariat_setup_concrete_file(const char *name, const void *contents, size_t size);
void lariat_setup_environment(char **variables);

/* Operations that are one instruction for the engine: as an instruction it handles a symbolic length without forking and a
 * symbolic float exactly. When the models are tested natively, the same names lead to the machine's own library. */
#ifdef LARIAT_NATIVE_TEST
#define LARIAT_INSTRUCTION(name) lariat_native_##name
void *lariat_native_memcpy(void *, const void *, size_t);
void *lariat_native_memmove(void *, const void *, size_t);
void *lariat_native_memset(void *, int, size_t);
#define LARIAT_DECLARE_FLOAT1(name)                                                                                  \
    double lariat_native_##name(double);                                                                             \
    float lariat_native_##name##f(float);                                                                            \
    long double lariat_native_##name##l(long double);
LARIAT_DECLARE_FLOAT1(floor)
LARIAT_DECLARE_FLOAT1(ceil)
LARIAT_DECLARE_FLOAT1(trunc)
LARIAT_DECLARE_FLOAT1(rint)
LARIAT_DECLARE_FLOAT1(nearbyint)
LARIAT_DECLARE_FLOAT1(round)
LARIAT_DECLARE_FLOAT1(roundeven)
LARIAT_DECLARE_FLOAT1(sqrt)
LARIAT_DECLARE_FLOAT1(fabs)
double lariat_native_copysign(double, double);
float lariat_native_copysignf(float, float);
long double lariat_native_copysignl(long double, long double);
double lariat_native_fma(double, double, double);
float lariat_native_fmaf(float, float, float);
long double lariat_native_fmal(long double, long double, long double);
#else
#define LARIAT_INSTRUCTION(name) __builtin_##name
#endif

#endif
