// The address itself is symbolic: it comes from a table of pointers to objects of different size.
//@ test:
//@ input: k == 2
#include <lariat.h>
char a[8], b[8], c[5];
char *table[3] = {a, b, c};
int main(void)
{
    unsigned k = lariat_uint("k"), i = lariat_uint("i");
    lariat_assume(k < 3 && i < 8);
    table[k][i] = 1; //! out-of-bounds-write
    return 0;
}
