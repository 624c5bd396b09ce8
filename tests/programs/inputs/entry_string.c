// A constant text is any text, and it ends.
//@ test: --entry f
//@ input: s == "key=1"
#include <assert.h>
#include <string.h>
int f(const char *s)
{
    if (strncmp(s, "key=", 4) == 0 && s[4] == '1' && s[5] == 0)
        assert(0); //! assertion-failure
    return 0;
}
