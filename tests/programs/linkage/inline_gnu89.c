// In gnu89 it is extern inline that has a body for optimisers only.
//@ test: --sym-args 0 2 1 --cflags=-std=gnu89
extern inline int once(int x) { return x + 1; }

int main(int argc, char **argv)
{
    (void)argv;
    return once(argc) / (argc - 2); //! division-by-zero
}
