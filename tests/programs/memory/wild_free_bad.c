// A pointer from outside that is freed, read, written or called is one bug and the end of its path.
//@ test:
//@ bugs: 5
//@ paths: 9
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    char *p;
    void (*f)(void);
    char *mine = malloc(10), *other = malloc(20);
    lariat_make_symbolic(&p, sizeof p, "p");
    lariat_make_symbolic(&f, sizeof f, "f");
    if (mine == 0 || other == 0)
        return 0;
    switch (lariat_range(0, 6, "which")) {
    case 0:
        free(p);
        break;
    case 1:
        *p = 1;
        break;
    case 2:
        mine[0] = *p;
        break;
    case 3:
        f();
        break;
    case 4:
        p = realloc(p, 30);
        break;
    case 5:
        /* The conditions say where it points to. */
        if (p != mine && p != other)
            return 0;
        *p = 5;
        free(p);
        return 0;
    }
    return 0;
}
