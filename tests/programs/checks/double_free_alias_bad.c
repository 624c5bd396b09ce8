// Two owners of one object, in structures.
//@ test:
#include <lariat.h>
#include <stdlib.h>
struct buffer {
    char *data;
};
static void release(struct buffer *buffer)
{
    free(buffer->data); //! double-free
    buffer->data = 0;
}
int main(void)
{
    struct buffer a = {malloc(4)}, b = {malloc(4)};
    if (lariat_bool("share")) {
        free(b.data);
        b = a;
    }
    release(&a);
    release(&b);
    return 0;
}
