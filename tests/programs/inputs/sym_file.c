// A symbolic file, opened by its name; others are not there.
//@ test: --sym-file settings 4
#include <assert.h>
#include <stdio.h>
int main(void)
{
    assert(fopen("missing", "r") == NULL);
    FILE *file = fopen("settings", "r");
    if (!file)
        return 1;
    unsigned char header[2];
    if (fread(header, 1, 2, file) == 2 && header[0] == 0x7f)
        assert(header[1] != 'E'); //! assertion-failure
    fclose(file);
    return 0;
}
