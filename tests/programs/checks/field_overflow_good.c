// Writing to an array inside a structure. The mended version.
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
    lariat_assume(i < sizeof account.name);
    name[i] = 'x';
    assert(account.admin == 0);
    return 0;
}
