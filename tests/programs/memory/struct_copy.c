// Structures are copied as values: assignment, parameters, results, parts at symbolic places.
//@ test:
#include <lariat.h>
struct item {
    int key;
    char name[6];
};
static struct item changed(struct item item)
{
    item.key++;
    item.name[0] = 'X';
    return item;
}
int main(void)
{
    struct item items[3] = {{1, "one"}, {2, "two"}, {3, "three"}};
    unsigned i = lariat_uint("i");
    lariat_assume(i < 3);
    struct item copy = items[i], other = changed(copy);
    lariat_assert(copy.key == (int)i + 1 && other.key == copy.key + 1);
    lariat_assert(copy.name[0] != 'X' && other.name[0] == 'X');
    lariat_assert(other.name[1] == copy.name[1]);
    items[i] = other;
    lariat_assert(items[i].key == (int)i + 2 && items[(i + 1) % 3].name[0] != 'X');
    return 0;
}
