// Directories are there if a file is below them, and files elsewhere are found natively under their names.
//@ test: --sym-file d/one 2 --sym-file ../up.txt 2 --sym-file /nowhere/at/all.bin 2
#include <fcntl.h>
#include <lariat.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
static int first(const char *name)
{
    FILE *file = fopen(name, "r");
    return file == NULL ? -2 : fgetc(file);
}
int main(void)
{
    struct stat status;
    switch (lariat_range(0, 7, "which")) {
    case 1:
        if (chdir("d") == 0 && first("one") == 'a')
            abort(); //! abort
        break;
    case 2:
        if (stat("d", &status) == 0 && S_ISDIR(status.st_mode))
            abort(); //! abort
        break;
    case 3:
        if (access("d/", F_OK) == 0 && access("e", F_OK) != 0)
            abort(); //! abort
        break;
    case 4:
        if (first("../up.txt") == 'u')
            abort(); //! abort
        break;
    case 5: {
        char c;
        int descriptor = open("/nowhere/at/all.bin", O_RDONLY);
        if (read(descriptor, &c, 1) == 1 && c == 'n' && stat("/nowhere/at/all.bin", &status) == 0)
            abort(); //! abort
        break;
    }
    case 6:
        if (chdir("d") == 0 && chdir("..") == 0 && first("d/one") == 'b')
            abort(); //! abort
        break;
    case 7:
        if (open("d", O_WRONLY) < 0 && open("d", O_RDONLY) >= 0 && first("d") == EOF)
            abort(); //! abort
        break;
    default: break;
    }
    return 0;
}
