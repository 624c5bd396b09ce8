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
//@ run: show --json %s
//@ json: functions[name=scalars]/parameters == [{"name": "a", "type": "int"}, {"name": "b", "type": "unsigned long"}, {"name": "c", "type": "signed char"}, {"name": "d", "type": "_Bool"}, {"name": "e", "type": "double"}, {"name": "f", "type": "long double"}]
//@ json: functions[name=scalars]/result == int
//@ json: functions[name=scalars]/location/line == 9
//@ json: functions[name=pointers]/parameters/0/type == "const char *"
//@ json: functions[name=pointers]/parameters/1/type == "char *const"
//@ json: functions[name=pointers]/parameters/2/type == "void *"
//@ json: functions[name=pointers]/parameters/3/type == "int **"
//@ json: functions[name=pointers]/parameters/4/type == "const volatile int *"
//@ json: functions[name=pointers]/result == size_t
//@ json: functions[name=arrays]/parameters/0/type == "int *"
//@ json: functions[name=arrays]/parameters/1/type == "int *"
//@ json: functions[name=arrays]/parameters/2 == {"name": "matrix", "type": "int (*)[4]"}
//@ json: functions[name=arrays]/parameters/3/type == "const byte *"
//@ json: functions[name=structs]/parameters/0/type == "struct small"
//@ json: functions[name=structs]/parameters/1/type == "struct large"
//@ json: functions[name=structs]/parameters/2/type == "list_t *"
//@ json: functions[name=structs]/parameters/3/type == "const struct list *"
//@ json: functions[name=structs]/parameters/3/name == other
//@ json: functions[name=functions]/parameters/0/type == "int (*)(const void *, const void *)"
//@ json: functions[name=functions]/parameters/1/type == "void (*)(int)"
//@ json: functions[name=functions]/parameters/2/type == "enum color"
//@ json: functions[name=unnamed]/parameters/# == 2
//@ json: functions[name=unnamed]/parameters/0/name == null
//@ json: functions[name=unnamed]/parameters/1/name == b
//@ json: functions[name=no_parameters]/parameters/# == 0
//@ json: functions[name=variadic]/variadic == true
//@ json: functions[name=variadic]/parameters/# == 1
//@ run: show %s
//@ stdout: int functions(int (*compare)(const void *, const void *), void (*callback)(int), enum color c)
//@ stdout: int variadic(const char *format, ...)
//@ stdout: int no_parameters(void)
//@ stdout: int (*matrix)[4]
