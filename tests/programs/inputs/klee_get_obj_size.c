// The size of the object behind a pointer.
//@ test:
#include <klee/klee.h>
#include <stdlib.h>
int main(void)
{
    char local[13];
    char *heap = malloc(21);
    klee_assert(klee_get_obj_size(local) == 13);
    klee_assert(klee_get_obj_size(heap) == 21);
    free(heap);
    return 0;
}
