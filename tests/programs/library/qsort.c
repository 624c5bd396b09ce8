// qsort of symbolic numbers with the program's own comparison.
//@ test:
#include <lariat.h>
#include <stdlib.h>
static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
int main(void)
{
    int a[3];
    lariat_make_symbolic(a, sizeof a, "a");
    int first = a[0];
    qsort(a, 3, sizeof *a, compare);
    lariat_assert(a[0] <= a[1] && a[1] <= a[2]);
    lariat_assert(first == a[0] || first == a[1] || first == a[2]);
    return 0;
}
