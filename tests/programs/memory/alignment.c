// Objects are aligned as they must be, and as they are asked to be.
//@ test:
//@ paths: 1
#include <lariat.h>
#include <stdint.h>
#include <stdlib.h>
static _Alignas(64) char global[3];
int main(void)
{
    _Alignas(32) char local[5];
    double *heap = malloc(sizeof *heap);
    void *aligned = aligned_alloc(256, 512), *posix = 0;
    lariat_assert(posix_memalign(&posix, 128, 10) == 0);
    lariat_assert((uintptr_t)global % 64 == 0 && (uintptr_t)local % 32 == 0);
    lariat_assert((uintptr_t)heap % 16 == 0);
    lariat_assert((uintptr_t)aligned % 256 == 0 && (uintptr_t)posix % 128 == 0);
    free(posix);
    free(aligned);
    free(heap);
    return 0;
}
