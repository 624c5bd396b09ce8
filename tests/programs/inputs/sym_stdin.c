// Symbolic standard input, read by character; it may end early.
//@ test: --sym-stdin 3
//@ input: stdin == "ok"
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int a = getchar(), b = getchar(), c = getchar(), d = getchar();
    assert(d == EOF);
    if (a == 'o' && b == 'k')
        assert(c != EOF); //! assertion-failure
    return 0;
}
