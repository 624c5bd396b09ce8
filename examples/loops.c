#include <stddef.h>

int sum(int n)
{
    int s = 0;
    int i;
    for (i = 0; i < n; i++)
        s += i;
    return s;
}

void reverse(int *a, int n)
{
    int i = 0, j = n - 1;
    while (i < j) {
        int other = a[i];
        a[i++] = a[j];
        a[j--] = other;
    }
}

size_t length(const char *s)
{
    size_t i = 0;
    while (s[i])
        i++;
    return i;
}

int index_of(const int *a, int n, int key)
{
    for (int i = 0; i < n; i++)
        if (a[i] == key)
            return i;
    return -1;
}

int pairs(int n)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            count++;
    return count;
}

int greatest(const int *a, int n)
{
    int most = a[0];
    for (int i = 1; i < n; i++)
        if (a[i] > most)
            most = a[i];
    return most;
}

unsigned steps(unsigned from, unsigned to)
{
    unsigned count = 0;
    while (from != to) {
        from += 4;
        count++;
    }
    return count;
}

int stuck(int i)
{
    while (i < 10)
        i = 0;
    return i;
}
