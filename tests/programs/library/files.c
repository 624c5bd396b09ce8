// A file is written, read again and is as it was.
//@ test:
//@ native: clean
#include <lariat.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    char line[16] = "";
    int n = lariat_range(0, 9, "n");
    FILE *file = fopen("note.txt", "w");
    if (!file)
        return 1;
    lariat_assert(fputs("n is ", file) >= 0 && fputc('0' + n, file) == '0' + n);
    fclose(file);
    file = fopen("note.txt", "r");
    if (!file)
        return 2;
    lariat_assert(fgets(line, sizeof line, file) == line);
    lariat_assert(strlen(line) == 6 && line[5] == '0' + n);
    lariat_assert(fgetc(file) == EOF && feof(file));
    fclose(file);
    return 0;
}
