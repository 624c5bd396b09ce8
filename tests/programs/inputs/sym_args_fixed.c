// Exactly two arguments; a third one is not there.
//@ test: --sym-args 2 2 1
#include <assert.h>
int main(int argc, char **argv)
{
    assert(argc == 3);
    if (argv[1][0] == 'a' && argv[2][0] == 'b')
        return argv[3][0]; //! null-dereference
    return 0;
}
