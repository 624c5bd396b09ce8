// The place of an access and the size of its object both depend on the input: where the smaller size makes an access
// wrong, the larger one makes the same address right, and that path must go on.
//@ run: test %s --all-paths --quiet --out %t/out
//@ exit: 1
//@ stdout: out-of-bounds-write at
//@ stdout~: symbolic_size_and_address.c:20
//@ stdout: everything else was explored
//@ run: reach %s --target label:fine --quiet --out %t/out
//@ stdout: verdict: reached
#include <stdlib.h>
void klee_make_symbolic(void *address, size_t size, const char *name);
int main(void)
{
    unsigned char x;
    klee_make_symbolic(&x, 1, "x");
    unsigned size = (x & 2) + 3;
    unsigned char *memory = calloc(size, 1);
    int index = 3 + !x;
    memory[0] = 1;
    memory[index] = 5;
fine:
    memory[1] = 2;
    free(memory);
    return 0;
}
