// Loops over pointers and lists: the state is the pointer.
struct node { int value; struct node *next; };

int sum(const struct node *list) {
    int total = 0;
    for (const struct node *n = list; n; n = n->next)
        total += n->value;
    return total;
}

int sum_range(const int *begin, const int *end) {
    int total = 0;
    for (; begin != end; ++begin)
        total += *begin;
    return total;
}

char *copy(char *to, const char *from) {
    char *start = to;
    while ((*to++ = *from++) != 0)
        ;
    return start;
}
