// Uses of values that nobody has given, printed, passed on, added up.
//@ test: --check-uninitialised
#include <lariat.h>
#include <stdio.h>
#include <stdlib.h>
struct point {
    int x;
    double y;
};
static void use(int value)
{
    if (value > 3) //! uninitialised-branch
        puts("large");
}
int main(void)
{
    switch (lariat_range(0, 9, "which")) {
    case 1: {
        int i;
        printf("%d\n", i); //! uninitialised-branch
        break;
    }
    case 2: {
        double d;
        printf("%f\n", d); //! uninitialised-branch
        break;
    }
    case 3: {
        int i;
        use(i);
        break;
    }
    case 4: {
        struct point point;
        point.x = 1;
        printf("%d %g\n", point.x, point.y); //! uninitialised-branch
        break;
    }
    case 5: {
        int *p = malloc(sizeof *p);
        if (p != NULL && *p == 3) //! uninitialised-branch
            puts("three");
        free(p);
        break;
    }
    case 6: {
        double *d = malloc(4 * sizeof *d);
        for (int i = 0; d != NULL && i < 2; i++)
            d[i] = i;
        for (int i = 0; d != NULL && i < 4; i++)
            printf("%f\n", d[i]); //! uninitialised-branch
        free(d);
        break;
    }
    case 7: {
        char c;
        printf("%c\n", c); //! uninitialised-branch
        break;
    }
    case 8: {
        double *d = __builtin_alloca(4 * sizeof *d);
        printf("%f\n", d[2]); //! uninitialised-branch
        break;
    }
    default: break;
    }
    return 0;
}
