// A question about memory is an access.
//@ test:
#include <klee/klee.h>
int main(void)
{
    char data[6] = "";
    unsigned n = klee_range(0, 8, "n");
    klee_check_memory_access(data, 6);
    klee_check_memory_access(data, n); //! out-of-bounds-read
    return 0;
}
