// A jump to a label from a table.
//@ test:
//@ paths: 3
#include <lariat.h>
int main(void)
{
    static const void *const labels[] = {&&zero, &&one, &&two};
    unsigned n = lariat_uint("n");
    lariat_assume(n < 3);
    int result = -1;
    goto *labels[n];
zero:
    result = 0;
    goto end;
one:
    result = 1;
    goto end;
two:
    result = 2;
end:
    lariat_assert(result == (int)n);
    return 0;
}
