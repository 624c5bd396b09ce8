// A structure with an array of unknown length at its end.
//@ test:
#include <lariat.h>
#include <stdlib.h>
struct packet {
    unsigned char length;
    int data[];
};
int main(void)
{
    unsigned char n = lariat_uchar("n");
    lariat_assume(n <= 3);
    struct packet *p = malloc(sizeof *p + 3 * sizeof(int));
    p->length = n;
    for (int i = 0; i < p->length; i++)
        p->data[i] = i;
    lariat_assert(n == 0 || p->data[n - 1] == n - 1);
    p->data[n] = 5; //! out-of-bounds-write
    free(p);
    return 0;
}
