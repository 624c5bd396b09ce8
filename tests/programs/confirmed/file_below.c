// Files in directories reach the native program.
//@ test: --sym-file data/deep/in.txt 3 --sym-file ./other.txt 1
#include <assert.h>
#include <stdio.h>
int main(void)
{
    FILE *file = fopen("data/deep/in.txt", "r"), *other = fopen("other.txt", "r");
    if (file == NULL || other == NULL)
        return 1;
    int first = fgetc(file);
    assert(first != 'q'); //! assertion-failure
    assert(first != 'x' || fgetc(other) != 'y'); //! assertion-failure
    fclose(file);
    fclose(other);
    return 0;
}
