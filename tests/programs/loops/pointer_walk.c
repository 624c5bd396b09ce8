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
//@ run: show --json --loops %s
//@ json: # == 3
//@ json: [function=sum]/state/# == 2
//@ json: [function=sum]/state has n
//@ json: [function=sum_range]/state/# == 2
//@ json: [function=copy]/state/# == 2
//@ json: [function=copy]/state has to
//@ json: [function=copy]/state has from
//@ json: [function=copy]/line == 20
//@ json: [function=copy]/exits/0/line == 20
