// Flexible array members and zero-length arrays: the element's address has a known offset, the object no known end.
#include <stdlib.h>

struct text { int length; char data[]; };
struct old { short n; long tail[0]; };

struct text *make(int n) {
    struct text *t = malloc(sizeof *t + n); //~ call malloc
    t->length = n;
    t->data[n - 1] = 0; //~ pointer_add "+ 4 inbounds"
    return t;
}

long get(struct old *o, int i) {
    return o->tail[i]; //~ load i64
}

struct text greeting = { 3, "hey" };
