// A remainder by zero, in a hash table without buckets.
//@ test:
//@ input: buckets == 0
#include <lariat.h>
int main(void)
{
    unsigned char buckets = lariat_uchar("buckets");
    unsigned hash = lariat_uint("hash");
    return hash % buckets; //! division-by-zero
}
