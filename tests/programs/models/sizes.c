// The same file in both data models: sizes of types, alignment inside structs, width of size_t and of pointers.
#include <stddef.h>
int sizes[] = {
    sizeof(char), sizeof(short), sizeof(int), sizeof(long), sizeof(long long), sizeof(void *), sizeof(size_t),
    sizeof(float), sizeof(double), sizeof(long double), sizeof(wchar_t),
};
struct mixed { char a; long long b; char c; double d; long e; char f; long double g; };
int offsets[] = {
    offsetof(struct mixed, b), offsetof(struct mixed, d), offsetof(struct mixed, e), offsetof(struct mixed, g),
    sizeof(struct mixed), _Alignof(struct mixed),
};
void *pointer = &sizes[1];
long number = -1;
