// A member that is set on one path only decides a branch.
//@ test: --check-uninitialised
#include <lariat.h>
#include <stdlib.h>
struct options {
    int verbose, level;
};
int main(void)
{
    struct options *options = malloc(sizeof *options);
    options->level = 1;
    if (lariat_int("argument") == 7)
        options->verbose = 1;
    int result = 0;
    if (options->verbose) //! uninitialised-branch
        result = 2;
    free(options);
    return result;
}
