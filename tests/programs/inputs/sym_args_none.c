// Without symbolic arguments main has its name alone, and an empty environment.
//@ test:
//@ paths: 1
//@ native: clean
#include <assert.h>
#include <string.h>
int main(int argc, char **argv)
{
    assert(argc == 1);
    assert(argv[0] && strlen(argv[0]) > 0);
    assert(argv[1] == 0);
    return 0;
}
