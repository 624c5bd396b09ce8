// Memory that a library function allocated for the program, and that the program loses.
//@ test: --check-leaks
#define _GNU_SOURCE
#include <lariat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *text = NULL;
    size_t size = 0;
    switch (lariat_range(0, 5, "which")) {
    case 1: return asprintf(&text, "%d", 3) < 0; //! memory-leak
    case 2: return getline(&text, &size, stdin) > 0; //! memory-leak
    case 3: return getdelim(&text, &size, ';', stdin) > 0; //! memory-leak
    case 4: return sscanf("word", "%ms", &text); //! memory-leak
    case 5: return strdup("lost") == NULL; //! memory-leak
    default: return 0;
    }
}
