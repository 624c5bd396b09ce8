// A tree; the sum of its values is what the assertion is about.
//@ test: --entry check
#include <assert.h>
struct tree {
    struct tree *left, *right;
    unsigned char value;
};
static unsigned sum(const struct tree *t)
{
    return t ? sum(t->left) + t->value + sum(t->right) : 0;
}
int check(struct tree *t)
{
    if (t->left && t->right && !t->left->left)
        assert(sum(t) != 700); //! assertion-failure
    return 0;
}
