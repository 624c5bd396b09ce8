// Pointers as integers and back: tagging, alignment, hashing.
#include <stdint.h>

uintptr_t number(void *p) {
    return (uintptr_t)p; //~ ptrtoint i64
}

void *pointer(uintptr_t n) {
    return (void *)n; //~ inttoptr ptr
}

int *untag(int *p) {
    return (int *)((uintptr_t)p & ~(uintptr_t)7); //~ ptrtoint i64 | and i64 -8 | inttoptr ptr
}

int low(void *p) {
    return (int)(intptr_t)p; //~ ptrtoint i64 | trunc i32
}

void *from_small(int n) {
    return (void *)(intptr_t)n; //~ sext i64 | inttoptr ptr
}

char *aligned(char *p) {
    return __builtin_align_up(p, 16);
}
