// The C library knows the streams that are open, and their buffers; a stream that is closed is gone.
//@ test: --check-leaks
#include <lariat.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    FILE *file = fopen("log.txt", "w"), *other = fopen("other.txt", "w");
    if (file == NULL || other == NULL)
        return 1;
    fputs("hello", file);
    setvbuf(stdout, malloc(512), _IOFBF, 512);
    if (lariat_bool("closed")) {
        setvbuf(file, malloc(64), _IOFBF, 64); //! memory-leak
        fclose(file);
    }
    return 0;
}
