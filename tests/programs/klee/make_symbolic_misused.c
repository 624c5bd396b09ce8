// klee_make_symbolic takes whole objects from their start. Anything else is reported where it is called.
//@ test:
#include <klee/klee.h>
#include <stdlib.h>
struct pair { int a, b; };
static int global[4];
static const int constant = 3;
int main(void)
{
    struct pair p = { 1, 2 };
    char text[8] = "", *heap = malloc(6), *freed = malloc(3);
    free(freed);
    if (heap == 0)
        return 0;
    switch (klee_range(0, 10, "which")) {
    case 0: klee_make_symbolic(text, 7, "text"); break; //! reported
    case 1: klee_make_symbolic(text, 9, "text"); break; //! reported
    case 2: klee_make_symbolic(text + 1, 7, "text"); break; //! reported
    case 3: klee_make_symbolic(&p.b, sizeof p.b, "b"); break; //! reported
    case 4: klee_make_symbolic(0, 4, "null"); break; //! reported
    case 5: klee_make_symbolic(freed, 3, "freed"); break; //! reported
    case 6: klee_make_symbolic(heap, 5, "heap"); break; //! reported
    case 7: klee_make_symbolic(global, sizeof global[0], "global"); break; //! reported
    case 8: klee_make_symbolic(heap, 6, ""); break;
    default: klee_make_symbolic(&p, sizeof p, 0); break;
    }
    free(heap);
    return constant;
}
