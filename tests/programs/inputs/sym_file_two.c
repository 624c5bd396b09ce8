// Two symbolic files are independent, and each may be shorter than it could be.
//@ test: --sym-file a 1 --sym-file b 1
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
int main(void)
{
    int a = open("a", O_RDONLY), b = open("b", O_RDONLY);
    if (a < 0 || b < 0)
        return 1;
    char x = 0, y = 0;
    long n = read(a, &x, 1), m = read(b, &y, 1);
    assert(n == 0 || n == 1);
    if (n == 1 && m == 1 && x == 'A')
        assert(y != 'B'); //! assertion-failure
    close(a);
    close(b);
    return 0;
}
