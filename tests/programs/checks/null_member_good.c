// A search that finds nothing gives no structure to look into. The mended version.
//@ test:
//@ paths: 4
#include <lariat.h>
#include <stddef.h>
struct entry {
    int key;
    struct {
        int value;
    } data;
} table[3] = {{1, {10}}, {4, {40}}, {9, {90}}};
static struct entry *find(int key)
{
    for (int i = 0; i < 3; i++)
        if (table[i].key == key)
            return &table[i];
    return NULL;
}
int main(void)
{
    struct entry *entry = find(lariat_int("key"));
    return entry ? entry->data.value : 0;
}
