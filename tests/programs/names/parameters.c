// Parameters have their names and their C types, whatever the machine makes of them.
#include <stddef.h>
typedef unsigned char byte;
typedef struct list { struct list *next; int value; } list_t;
enum color { RED, GREEN };
struct small { int a, b; };
struct large { int a[20]; };

int scalars(int a, unsigned long b, signed char c, _Bool d, double e, long double f) {
    return a + b + c + d + e + f;
}

size_t pointers(const char *text, char *const fixed, void *any, int **deep, const volatile int *both) {
    return text - fixed + (any == 0) + **deep + *both;
}

int arrays(int values[], int sized[8], int matrix[][4], const byte key[static 16]) {
    return values[0] + sized[0] + matrix[1][1] + key[0];
}

int structs(struct small s, struct large l, list_t *list, const struct list *other) {
    return s.a + l.a[0] + list->value + other->value;
}

int functions(int (*compare)(const void *, const void *), void callback(int), enum color c) {
    callback(c);
    return compare(0, 0);
}

int unnamed(int, int b) {
    return b;
}

int no_parameters(void) { return 1; }
int variadic(const char *format, ...) { return format[0]; }
