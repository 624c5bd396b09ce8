// Inputs in local, global and heap memory, whole and, which KLEE does not allow, in parts; all of them have their value in the test.
//@ test:
//@ input: local == 7
//@ input: part == 8
//@ input: heap == 9
#include <klee/klee.h>
#include <lariat.h>
#include <assert.h>
#include <stdlib.h>
static int global[4];
int main(void)
{
    int local;
    int *heap = malloc(sizeof *heap);
    klee_make_symbolic(&local, sizeof local, "local");
    lariat_make_symbolic(&global[2], sizeof global[2], "part");
    klee_make_symbolic(heap, sizeof *heap, "heap");
    assert(!(local == 7 && global[2] == 8 && *heap == 9 && global[1] == 0)); //! assertion-failure
    free(heap);
    return 0;
}
