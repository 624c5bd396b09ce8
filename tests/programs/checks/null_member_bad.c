// A search that finds nothing gives no structure to look into.
//@ test:
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
    return find(lariat_int("key"))->data.value; //! null-dereference
}
