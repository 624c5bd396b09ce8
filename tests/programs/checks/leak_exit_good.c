// What local variables point to is not lost when the program ends inside their functions.
//@ test: --check-leaks
#include <lariat.h>
#include <stdlib.h>
static void work(char **owner)
{
    char *other = malloc(5);
    other[0] = owner[0][0];
    if (other[0] == 'x')
        exit(3);
    free(other);
}
int main(void)
{
    char *mine = malloc(3);
    mine[0] = lariat_char("c");
    work(&mine);
    free(mine);
    return 0;
}
