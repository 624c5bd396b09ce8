// A remainder by zero, in a hash table without buckets. The mended version.
//@ test:
#include <lariat.h>
int main(void)
{
    unsigned char buckets = lariat_uchar("buckets");
    unsigned hash = lariat_uint("hash");
    if (buckets == 0)
        return 1;
    lariat_assert(hash % buckets < buckets);
    return 0;
}
