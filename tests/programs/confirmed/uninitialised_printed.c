// Strings that are printed and were written in part, and variables whose declaration is jumped over.
//@ test: --check-uninitialised
#include <lariat.h>
#include <stdio.h>
#include <stdlib.h>
static void print(const char *text, int length)
{
    printf("%-4s|%.*s\n", "a", length, text); //! uninitialised-branch
}
int main(void)
{
    char text[8];
    int which = lariat_range(0, 8, "which");
    switch (which) {
    case 0:
        text[0] = 'a', text[7] = 0;
        printf("%d %s\n", which, text); //! uninitialised-branch
        break;
    case 1:
        text[0] = 'a', text[1] = 0;
        printf("%s\n", text);
        print(text, 1);
        break;
    case 2:
        text[0] = 'a';
        print(text, 2);
        break;
    case 3: {
        char *block = malloc(4);
        block[3] = 0;
        puts(block); //! uninitialised-branch
        free(block);
        break;
    }
    case 4:
        text[0] = 'a', text[7] = 0;
        fprintf(stderr, "%5.1f %ld %s\n", 1.5, 2L, text); //! uninitialised-branch
        break;
    case 5:
        text[0] = 'a';
        fwrite(text, 1, 2, stdout); //! uninitialised-branch
        break;
    case 6: goto behind;
    case 7: {
        int given = 3;
        double half = given / 2.0;
        if (half > 100)
            puts("never");
    behind:
        if (given > 2) //! uninitialised-branch
            puts("large");
        break;
    }
    default: break;
    }
    switch (which) {
        int left;
    case 8:
        if (left == 3) //! uninitialised-branch
            puts("three");
    }
    return 0;
}
