// Left shifts in loops, which are summarised or not. None is said to be free of overflow that is not.
//@ verify: --property no-overflow -DDOUBLES
//@ verdict: false
//@ verify: --property no-overflow -DBITS=32
//@ verdict: false
//@ verify: --property no-overflow -DBITS=31
//@ verdict: true
//@ verify: --property no-overflow -DREADS
//@ verdict: false
//@ verify: --property no-overflow -DCOUNTS
//@ verdict: false
//@ verify: --property no-overflow -DCOUNTS -DEND=2048
//@ verdict: true
//@ verify: --property no-overflow -DBELOW
//@ verdict: false
//@ verify: --property no-overflow -DAMOUNTS
//@ verdict: false
//@ verify: --property no-overflow -DNESTED
//@ verdict: false
//@ verify: --property no-overflow -DMEMORY
//@ verdict: false
//@ verify: --property no-overflow -DUNSIGNED
//@ verdict: true
#include <lariat.h>

#ifndef END
#define END 2147483647
#endif

int main(void)
{
    int n = lariat_int("n"), x = 0;
#ifdef DOUBLES
    x = 1;
    for (int i = 0; i < n; i++)
        x <<= 1;
#elif defined BITS
    for (int i = 0; i < BITS; i++)
        x ^= 1 << i;
#elif defined READS
    for (int i = 0; i < n; i++)
        x = x << 1 | (lariat_int("bit") & 1);
#elif defined COUNTS
    for (int i = 0; i < n && i < END; i++)
        x = i << 20;
#elif defined BELOW
    for (int i = n; n > -100 && i < 100; i++)
        x = i << 20;
#elif defined AMOUNTS
    int k = n & 31;
    for (int i = 0; i < 1000; i += 8)
        x = i << k;
#elif defined NESTED
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            x = j << 26;
#elif defined MEMORY
    int table[16] = {0};
    for (int i = 0; i < n; i++)
        table[i & 15] = i << 27;
    x = table[3];
#elif defined UNSIGNED
    unsigned bits = 0;
    for (int i = 0; i < n; i++)
        bits = bits << 1 | (i & 1u) | (unsigned)i << 5;
    x = bits == 7;
#endif
    return x == 3;
}
