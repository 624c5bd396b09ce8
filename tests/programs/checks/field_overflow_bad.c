// Writing past an array inside a structure stays inside the object and changes its neighbour.
//@ test:
#include <lariat.h>
#include <assert.h>
struct account {
    char name[8];
    int admin;
};
int main(void)
{
    struct account account = {"", 0};
    char *name = account.name;
    unsigned i = lariat_uint("i");
    lariat_assume(i < sizeof account);
    name[i] = 'x';
    assert(account.admin == 0); //! assertion-failure
    return 0;
}
