// A path that is too long is left out, and the run says so.
//@ test: --max-steps 2000
//@ left out: the limit of steps on a path
#include <lariat.h>
int main(void)
{
    if (lariat_bool("long"))
        for (unsigned i = 0; i < 1000000; i++)
            ;
    return 0;
}
