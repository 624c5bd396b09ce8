// realloc keeps what fits, gives new memory for a null pointer and has its memory freed.
//@ test: --check-leaks
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    char c = lariat_char("c");
    char *p = realloc(NULL, 2);
    p[0] = c;
    p[1] = 'b';
    p = realloc(p, 6);
    lariat_assert(p[0] == c && p[1] == 'b');
    p[5] = 'f';
    p = realloc(p, 1);
    lariat_assert(p[0] == c);
    free(p);
    return 0;
}
