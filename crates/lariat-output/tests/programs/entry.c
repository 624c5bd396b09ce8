/* Functions that are tested without `main`: each has a bug for certain arguments. */
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

typedef struct {
    short kind;
    const char *name;
    double weights[2];
} item;

static int sum(const struct node *list, unsigned char limit)
{
    int total = 0;
    while (list->value != limit) /* null-dereference */
        list = list->next;
    return total;
}

int last(const int *numbers, size_t count) { return numbers[count]; } /* out-of-bounds-read */

int first_letter(item thing, _Bool strict)
{
    if (strict && thing.weights[1] > 2.0 && thing.name[0] == 'x')
        return 1 / (thing.kind - 7); /* division-by-zero */
    return sum(NULL, 0);
}

int main(int argc, char **argv)
{
    (void)argv;
    return argc;
}
