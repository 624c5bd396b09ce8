// The address itself is symbolic: it comes from a table of pointers to objects of equal size.
//@ test:
#include <lariat.h>
char a[8], b[8], c[8];
char *table[3] = {a, b, c};
int main(void)
{
    unsigned k = lariat_uint("k"), i = lariat_uint("i");
    lariat_assume(k < 3 && i < 8);
    table[k][i] = 1;
    lariat_assert(a[i] + b[i] + c[i] == 1);
    return 0;
}
