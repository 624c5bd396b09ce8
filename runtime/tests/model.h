/* Differential tests of the models: each model exists beside the machine's own function, under the name model_NAME. */
#ifndef LARIAT_TEST_MODEL_H
#define LARIAT_TEST_MODEL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Declares the model of a function that the system's headers declare. */
#define MODEL(name) extern __typeof__(name) model_##name;

extern int *model___errno_location(void);
#define model_errno (*model___errno_location())

/* engine.c */
extern char captured_output[1 << 16];
extern size_t captured_size;
extern jmp_buf path_end;
extern int path_status;
extern const char *path_kind;
extern const void *symbolic_contents;
/* What lariat_is_symbolic answers: the ways models take for symbolic values can be tested with concrete ones. */
extern int pretend_symbolic;
/* Runs an expression that may end the path; true if it did. */
#define ENDS_PATH(expression) (setjmp(path_end) != 0 || ((expression), 0))

/* A deterministic source of test data. */
extern uint64_t random_state;
static inline uint64_t draw(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 0x2545f4914f6cdd1du;
}
static inline unsigned below(unsigned bound)
{
    return (unsigned)((draw() >> 33) % bound);
}

extern long cases_run, cases_failed;
#define CHECK(condition, ...)                                                                                        \
    do {                                                                                                             \
        cases_run++;                                                                                                 \
        if (!(condition)) {                                                                                          \
            cases_failed++;                                                                                          \
            if (cases_failed <= 20) {                                                                                \
                printf("%s:%d: ", __FILE__, __LINE__);                                                               \
                printf(__VA_ARGS__);                                                                                 \
                printf("\n");                                                                                        \
            }                                                                                                        \
        }                                                                                                            \
    } while (0)

/* Each test program defines this; main is in engine.c. */
void run_cases(long rounds);

static inline int sign_of(int value)
{
    return (value > 0) - (value < 0);
}

/* A string in memory of exactly its size, so that a read past its end is noticed. */
static inline char *exact_copy(const char *text, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1);
    memcpy(copy, text, size);
    return copy;
}

#endif
