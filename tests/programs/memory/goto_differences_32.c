// The same by differences of labels, as interpreters in shared libraries do it.
//@ test: --data-model ILP32
//@ paths: 3
#include <lariat.h>
int main(void)
{
    static const int offsets[] = { &&a - &&a, &&b - &&a, &&c - &&a };
    int which = lariat_range(0, 2, "which"), result;
    goto *(&&a + offsets[which]);
a:
    result = 0;
    goto end;
b:
    result = 1;
    goto end;
c:
    result = 2;
end:
    lariat_assert(result == which);
    return 0;
}
