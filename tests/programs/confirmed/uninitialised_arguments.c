// Uninitialised numbers that are given to library functions: printed, or used as sizes.
//@ test: --check-uninitialised
//@ left out: values other than the one picked
#include <lariat.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    switch (lariat_range(0, 5, "which")) {
    case 1: {
        short s;
        putchar(s); //! uninitialised-branch
        break;
    }
    case 2: {
        int width;
        printf("%*d\n", width & 1, 3); //! uninitialised-branch
        break;
    }
    case 3: {
        char *p;
        printf("%p\n", (void *)p); //! uninitialised-branch
        break;
    }
    case 4: {
        size_t size;
        free(malloc(size & 7)); //! uninitialised-branch
        break;
    }
    case 5: {
        double d;
        char text[32];
        snprintf(text, sizeof text, "%e", d); //! uninitialised-branch
        break;
    }
    default: break;
    }
    return 0;
}
