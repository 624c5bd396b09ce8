// A call through a table of functions in structures, chosen by a name.
//@ test:
#include <lariat.h>
#include <string.h>
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int negate(int x) { return -x; }
static const struct {
    char name[4];
    int (*function)(int);
} table[] = {{"dbl", twice}, {"sqr", square}, {"neg", negate}};
static int call(const char *name, int x)
{
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].function(x);
    return 0;
}
int main(void)
{
    char name[4];
    lariat_make_symbolic(name, sizeof name, "name");
    name[3] = 0;
    int x = call(name, 5);
    lariat_assert(x == 10 || x == 25 || x == -5 || x == 0);
    lariat_assert(x != 25 || name[0] == 's');
    return 0;
}
