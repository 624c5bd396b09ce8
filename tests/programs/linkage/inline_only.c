// C99's inline functions without extern are compiled, in every file that includes them, also where their address is taken.
//@ test: %d/inline_only_other.c --sym-args 0 2 1
#include "inline_only.h"

int other(int x);

int main(int argc, char **argv)
{
    int (*function)(int) = thrice;

    (void)argv;
    return (function(argc) + other(argc)) / (argc - 3); //! division-by-zero
}
