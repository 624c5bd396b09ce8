// Programs that close standard error or send it elsewhere; what sanitizers and assertions say is heard all the same.
//@ test:
#include <assert.h>
#include <fcntl.h>
#include <lariat.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
    int which = lariat_range(0, 6, "which");
    char *p = malloc(4);
    if (p == NULL)
        return 1;
    switch (which) {
    case 1:
        close(2);
        p[which + 3] = 1; //! out-of-bounds-write
        break;
    case 2:
        close(2);
        return 3 / (which - 2); //! division-by-zero
    case 3:
        dup2(open("/dev/null", O_WRONLY), 2);
        assert(which != 3); //! assertion-failure
        break;
    case 4:
        if (freopen("log.txt", "w", stderr) != NULL)
            assert(which != 4); //! assertion-failure
        break;
    case 5:
        fprintf(stderr, "progress: ");
        assert(which != 5); //! assertion-failure
        break;
    case 6:
        for (int i = 3; i < 300; i++)
            close(i);
        fclose(stderr);
        lariat_assert(which != 6); //! assertion-failure
        break;
    default: break;
    }
    free(p);
    return 0;
}
