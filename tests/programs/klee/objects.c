// klee_get_obj_size and klee_mark_global are about objects.
//@ test:
#include <klee/klee.h>
#include <stdlib.h>
int main(void)
{
    long numbers[3];
    char *p = malloc(10);
    if (p == 0)
        return 0;
    klee_mark_global(numbers);
    klee_assert(klee_get_obj_size(numbers) == sizeof numbers && klee_get_obj_size(p) == 10);
    switch (klee_range(0, 3, "which")) {
    case 0: klee_mark_global(p + 1); break; //! reported
    case 1: return (int)klee_get_obj_size(0); //! reported
    }
    free(p);
    return 0;
}
