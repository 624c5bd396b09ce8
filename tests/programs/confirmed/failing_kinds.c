// All functions that allocate for the program may fail, and natively they do.
//@ test: --failing-malloc
#include <lariat.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *p = NULL;
    void *block = NULL;
    switch (lariat_range(0, 7, "which")) {
    case 1:
        p = aligned_alloc(16, 32);
        p[0] = 1; //! null-dereference
        break;
    case 2:
        p = memalign(16, 16);
        p[0] = 1; //! null-dereference
        break;
    case 3:
        p = valloc(16);
        p[0] = 1; //! null-dereference
        break;
    case 4:
        p = strdup("text");
        p[0] = 1; //! null-dereference
        break;
    case 5:
        p = strndup("text", 2);
        p[0] = 1; //! null-dereference
        break;
    case 6:
        p = reallocarray(NULL, 4, 4);
        p[0] = 1; //! null-dereference
        break;
    case 7:
        // It says that it has failed, and leaves the pointer alone.
        if (posix_memalign(&block, 16, 32) != 0)
            lariat_assert(block != NULL); //! assertion-failure
        else
            memset(block, 0, 32);
        break;
    default: break;
    }
    return 0;
}
