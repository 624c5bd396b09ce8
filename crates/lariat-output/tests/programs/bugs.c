/* One bug of each kind. The input `which` chooses it; it happens, at the line with the kind's name, for some values of `x` only. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
#include <lariat.h>

extern void __VERIFIER_error(void);
void reach_error(void) {} /* as the competition's programs have it */

static int numbers[4];
static int *escaped;
static const char text[] = "constant";

static int recurse(int depth)
{
    volatile char room[512];
    room[0] = (char)depth;
    return depth == 0 ? 0 : recurse(depth + 1) + room[0];
}

static void let_escape(int value)
{
    int local = value;
    escaped = &local;
}

static void lose(void) { *(volatile char *)malloc(100) = 1; }

static int takes_double(double value) { return value > 0; }

int main(int argc, char **argv)
{
    int which = klee_int("which");
    int x = klee_int("x");
    int result = 0;
    int *heap = malloc(4 * sizeof(int));
    char *copy = malloc(4);
    memset(heap, 0, 4 * sizeof(int));
    memcpy(copy, "abcd", 4);
    switch (which) {
    case 0: result = heap[x]; break; /* out-of-bounds-read */
    case 1: heap[x] = 1; break; /* out-of-bounds-write */
    case 2: result = *(x ? (int *)0 : heap); break; /* null-dereference */
    case 3: result = *(x ? (int *)(long)x : heap); break; /* invalid-pointer */
    case 4: *(x ? (char *)text : copy) = 'x'; break; /* write-to-constant */
    case 5: if (x) free(heap); result = *heap; break; /* use-after-free */
    case 6: let_escape(x); result = *(x ? escaped : heap); break; /* use-after-scope */
    case 7: if (x) free(heap); free(heap); return 0; /* double-free */
    case 8: free(x ? heap + 1 : heap); return 0; /* invalid-free */
    case 9: { int maybe[2]; maybe[0] = 1; if (maybe[x & 1]) result = 1; break; } /* uninitialised-branch */
    case 10: result = 7 / x; break; /* division-by-zero */
    case 11: result = 2147483647 + x; break; /* signed-overflow */
    case 12: result = 1 << x; break; /* invalid-shift */
    case 13: if (x) __builtin_unreachable(); break; /* unreachable-reached */
    case 14: assert(x == 0); break; /* assertion-failure */
    case 15: if (x) reach_error(); break; /* error-reached */
    case 16: if (x) abort(); break; /* abort */
    case 17: if (x) lose(); break; /* memory-leak */
    case 18: result = recurse(x); break; /* stack-exhaustion */
    case 19: if (x) result = ((int (*)(int))(void *)takes_double)(x); break; /* invalid-call */
    case 20: if (x) klee_report_error(__FILE__, __LINE__, "no good", "user.err"); break; /* reported */
    case 21: result = numbers[x]; break; /* out-of-bounds-read of a global */
    case 22: if (x) copy[3] = 0; result = (int)strlen(copy); break; /* out-of-bounds-read in the library */
    case 23: lariat_assert(x == 0); break; /* assertion-failure of lariat.h */
    case 24: if (x) __builtin_trap(); break; /* abort by a trap */
    case 25: if (x) __VERIFIER_error(); break; /* error-reached without a body */
    case 26: for (;;) result += x; /* never ends */
    case 27: result = 2147483647 + x; heap[3 + x] = 1; break; /* out-of-bounds-write after an overflow */
    case 28: if (argc == 3 && strcmp(argv[1], "-v") == 0) heap[4] = argv[2][0]; break; /* out-of-bounds-write with arguments */
    }
    free(heap);
    free(copy);
    return result & 127;
}
