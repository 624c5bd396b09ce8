// A pointer that nobody has set is the bug, whatever it happens to be.
//@ test:
//@ message: the pointer is uninitialised
#include <lariat.h>
#include <stdio.h>
#include <stdlib.h>
struct list {
    struct list *next;
    int value;
};
static int get(const int *p) { return *p; } //! invalid-pointer
int main(void)
{
    switch (lariat_range(0, 6, "which")) {
    case 1: {
        int *p;
        return *p; //! invalid-pointer
    }
    case 2: {
        int *p;
        return get(p);
    }
    case 3: {
        struct list *list = malloc(sizeof *list);
        if (list == NULL)
            return 1;
        list->value = 1;
        return list->next->value; //! invalid-pointer
    }
    case 4: {
        int (*f)(int);
        return f(3); //! invalid-call
    }
    case 5: {
        char *s;
        puts(s); //! invalid-pointer
        break;
    }
    case 6: {
        char *s;
        free(s); //! invalid-free
        break;
    }
    default: break;
    }
    return 0;
}
