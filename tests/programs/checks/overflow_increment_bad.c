// A counter that overflows, in a member, after a branch that does not depend on it.
//@ test:
//@ input: start == 2147483647
#include <lariat.h>
struct counter {
    int value;
};
int main(void)
{
    struct counter counter = {lariat_int("start")};
    if (lariat_bool("count"))
        counter.value++; //! signed-overflow
    return counter.value > 5;
}
