// memcpy, memmove and memset become operations of their own; other string functions stay calls.
#include <string.h>

void copy(char *to, const char *from, size_t n) {
    memcpy(to, from, n); //~ memcpy
}

void move(char *to, const char *from) {
    memmove(to, from, 16); //~ memmove 16
}

void fill(char *to, int value, size_t n) {
    memset(to, value, n); //~ trunc i8 | memset
}

size_t length(const char *s) {
    return strlen(s); //~ call strlen
}

void volatile_copy(volatile struct { int a[4]; } *p, int *q) {
    int zero[8] = { 0 }; //~ memset 32
    p->a[0] = zero[1]; //~ store volatile
    int init[5] = { 1, 2, 3 }; //~ memcpy 20
    *q = init[2];
    char text[8] = "hey"; //~ memcpy 8
    *q += text[0];
}

int compare(const void *a, const void *b) {
    return memcmp(a, b, 4); //~ call memcmp
}
//@ run: show --json %s
//@ json: functions[name=move]/blocks/0/instructions/0/text == "memmove(to, from, 16)"
//@ json: functions[name=copy]/blocks/0/instructions/0/kind == memcpy
//@ json: unsupported == []
