// What goes to a file can be read back, so it is exact.
//@ test:
//@ native: clean
#include <lariat.h>
#include <stdio.h>

int main(void)
{
    int number = lariat_range(-12, 120, "number"), back = 0;
    FILE *file = fopen("numbers.txt", "w+");
    if (file == NULL)
        return 1;
    int length = fprintf(file, "%d", number);
    rewind(file);
    lariat_assert(fscanf(file, "%d", &back) == 1);
    lariat_assert(back == number);
    lariat_assert(ftell(file) == length);
    fclose(file);
    return 0;
}
