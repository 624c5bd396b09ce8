// Symbolic arguments: their number and their characters.
//@ test: --sym-args 0 2 3
//@ input: arg00 == "-v"
#include <assert.h>
#include <string.h>
int main(int argc, char **argv)
{
    assert(argc >= 1 && argc <= 3);
    assert(argv[argc] == 0);
    if (argc == 3 && strcmp(argv[1], "-v") == 0)
        assert(strlen(argv[2]) != 3); //! assertion-failure
    return 0;
}
