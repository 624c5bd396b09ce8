// A symbolic place in such memory is checked as in any other.
//@ test:
//@ native: clean
#include <klee/klee.h>
int main(void)
{
    char *memory = (char *)0x20000000;
    unsigned i = klee_range(0, 16, "i");
    klee_define_fixed_object(memory, 16);
    memory[i] = 3;
    klee_assert(memory[i] == 3 && klee_get_obj_size(memory) == 16);
    return memory[7];
}
