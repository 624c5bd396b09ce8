// Memory that is lost when a later allocation fails.
//@ test: --failing-malloc --check-leaks
#include <stdlib.h>
#include <string.h>
struct pair {
    char *left, *right;
};
int main(void)
{
    struct pair *pair = malloc(sizeof *pair); //! memory-leak
    if (pair == NULL)
        return 1;
    pair->left = calloc(4, 2); //! memory-leak
    if (pair->left == NULL)
        return 2;
    pair->right = realloc(NULL, 8);
    if (pair->right == NULL)
        return 3;
    free(pair->left);
    free(pair->right);
    free(pair);
    return 0;
}
