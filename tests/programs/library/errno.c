// errno after a failing call.
//@ test:
//@ paths: 1
#include <lariat.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(void)
{
    errno = 0;
    lariat_assert(open("missing", O_RDONLY) == -1 && errno == ENOENT);
    lariat_assert(read(77, 0, 0) == -1 && errno == EBADF);
    lariat_assert(strlen(strerror(ENOENT)) > 0);
    return 0;
}
