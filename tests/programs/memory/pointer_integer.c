// A pointer to an integer and back, with something done to it in between.
//@ test:
#include <lariat.h>
#include <stdint.h>
int main(void)
{
    int a[4] = {10, 11, 12, 13};
    uintptr_t number = (uintptr_t)&a[1];
    lariat_assert(number % sizeof(int) == 0);
    uintptr_t key = lariat_ulong("key");
    uintptr_t hidden = number ^ key;
    int *p = (int *)(hidden ^ key);
    lariat_assert(*p == 11);
    number += sizeof(int) * 2;
    lariat_assert(*(int *)number == 13);
    uintptr_t tagged = (uintptr_t)a | 1;
    lariat_assert(*(int *)(tagged & ~(uintptr_t)1) == 10);
    return 0;
}
