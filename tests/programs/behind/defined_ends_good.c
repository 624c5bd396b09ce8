// Nothing follows an assertion that fails, an abort or memory lost at the end: all of the program was explored.
//@ test: --check-leaks
//@ found: memory-leak
//@ json: complete == true
#include <lariat.h>
#include <stdlib.h>

int main(void)
{
    int choice = lariat_int("choice");
    if (choice == 1)
        abort(); //! abort
    lariat_assert(choice != 2); //! assertion-failure
    char *lost = malloc(3);
    return lost == NULL;
}
